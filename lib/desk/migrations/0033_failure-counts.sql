CREATE TABLE "desk"."failure_counts" (
	"day" date NOT NULL,
	"schema_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "failure_counts_key" PRIMARY KEY("day","schema_id","deployment_id")
);
