CREATE TABLE "desk"."backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"rows" bigint,
	"files" bigint,
	"added_bytes" bigint,
	"is_encrypted" boolean
);
--> statement-breakpoint
CREATE INDEX "backup_runs_started" ON "desk"."backup_runs" USING btree ("started_at");