CREATE TABLE "desk"."secret_fingerprints" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
