CREATE TABLE "desk"."remote_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"deployment_id" text NOT NULL,
	"document_id" uuid,
	"remote_schema_id" text,
	"run" integer NOT NULL,
	"remote_id" text,
	"service_status" text,
	"unchanged_polls" integer DEFAULT 0 NOT NULL,
	"step_began_at" timestamp (3) with time zone NOT NULL,
	"in_flight_since" timestamp (3) with time zone,
	"trouble" jsonb
);
--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD CONSTRAINT "remote_jobs_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD CONSTRAINT "remote_jobs_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD CONSTRAINT "remote_jobs_mapping_fk" FOREIGN KEY ("deployment_id","remote_schema_id") REFERENCES "desk"."schema_mappings"("deployment_id","remote_schema_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "remote_jobs_document" ON "desk"."remote_jobs" USING btree ("document_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "remote_jobs_schema" ON "desk"."remote_jobs" USING btree ("deployment_id","remote_schema_id");--> statement-breakpoint
-- what was under way is taken over, so that nothing is handed over twice: first the files ...
INSERT INTO "desk"."remote_jobs" ("id", "kind", "deployment_id", "document_id", "run", "unchanged_polls", "step_began_at", "in_flight_since")
SELECT gen_random_uuid(), 'document', s.deployment_id, s.document_id, s.sending,
	CASE WHEN d.state IN ('received', 'indexing') THEN s.looks ELSE 0 END, s.step_at,
	CASE WHEN s.remote_document_id IS NULL THEN s.handed_over_at END
FROM "desk"."submissions" s JOIN "desk"."documents" d ON d.id = s.document_id;--> statement-breakpoint
-- ... then the jobs on them: a document had one at a time, of the kind that its state tells
INSERT INTO "desk"."remote_jobs" ("id", "kind", "deployment_id", "document_id", "run", "remote_id", "unchanged_polls", "step_began_at", "in_flight_since")
SELECT gen_random_uuid(), CASE WHEN d.state = 'classifying' THEN 'classification' ELSE 'extraction' END, s.deployment_id, s.document_id, s.run,
	s.remote_job_id, CASE WHEN d.state IN ('classifying', 'extracting') THEN s.looks ELSE 0 END, s.step_at, s.handed_over_at
FROM "desk"."submissions" s JOIN "desk"."documents" d ON d.id = s.document_id
WHERE s.remote_document_id IS NOT NULL AND (s.remote_job_id IS NOT NULL OR s.handed_over_at IS NOT NULL OR d.state IN ('classifying', 'extracting'));--> statement-breakpoint
-- a summary under way without the id of its job was being asked for
INSERT INTO "desk"."remote_jobs" ("id", "kind", "deployment_id", "document_id", "run", "remote_id", "service_status", "step_began_at", "in_flight_since")
SELECT gen_random_uuid(), 'summary', s.deployment_id, y.document_id, y.run, y.remote_job_id, y.service_status, y.requested_at,
	CASE WHEN y.state = 'running' AND y.remote_job_id IS NULL THEN y.requested_at END
FROM "desk"."summaries" y JOIN "desk"."submissions" s ON s.document_id = y.document_id;--> statement-breakpoint
INSERT INTO "desk"."remote_jobs" ("id", "kind", "deployment_id", "document_id", "run", "remote_id", "step_began_at")
SELECT gen_random_uuid(), 'splitting', s.deployment_id, y.document_id, y.run, y.remote_job_id, y.requested_at
FROM "desk"."splittings" y JOIN "desk"."submissions" s ON s.document_id = y.document_id
WHERE y.remote_job_id IS NOT NULL;--> statement-breakpoint
INSERT INTO "desk"."remote_jobs" ("id", "kind", "deployment_id", "remote_schema_id", "run", "remote_id", "step_began_at", "in_flight_since")
SELECT gen_random_uuid(), 'learning', deployment_id, remote_schema_id, 1, learning->>'job_id', (learning->>'begun_at')::timestamptz,
	(learning->>'handed_over_at')::timestamptz
FROM "desk"."schema_mappings" WHERE jsonb_typeof(learning) = 'object';--> statement-breakpoint
UPDATE "desk"."schema_mappings" SET "learning" = learning - 'job_id' - 'handed_over_at' WHERE jsonb_typeof(learning) = 'object';--> statement-breakpoint
ALTER TABLE "desk"."splittings" DROP COLUMN "remote_job_id";--> statement-breakpoint
ALTER TABLE "desk"."submissions" DROP COLUMN "remote_job_id";--> statement-breakpoint
ALTER TABLE "desk"."submissions" DROP COLUMN "looks";--> statement-breakpoint
ALTER TABLE "desk"."submissions" DROP COLUMN "step_at";--> statement-breakpoint
ALTER TABLE "desk"."submissions" DROP COLUMN "handed_over_at";--> statement-breakpoint
ALTER TABLE "desk"."summaries" DROP COLUMN "service_status";--> statement-breakpoint
ALTER TABLE "desk"."summaries" DROP COLUMN "remote_job_id";
