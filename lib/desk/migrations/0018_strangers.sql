CREATE TABLE "desk"."deployment_hours" (
	"deployment_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deployment_hours_deployment_id_hour_pk" PRIMARY KEY("deployment_id","hour")
);
--> statement-breakpoint
CREATE TABLE "desk"."deployment_paces" (
	"deployment_id" text PRIMARY KEY NOT NULL,
	"slot_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"polls_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"slowed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"spacing_ms" double precision DEFAULT 100 NOT NULL,
	"miss_ms" double precision DEFAULT 100 NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"latency_ms" double precision,
	"last_answer_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_success_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_problem" jsonb
);
--> statement-breakpoint
CREATE TABLE "desk"."deployment_speeds" (
	"deployment_id" text NOT NULL,
	"kind" text NOT NULL,
	"typical_ms" double precision,
	"early_ms" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "deployment_speeds_deployment_id_kind_pk" PRIMARY KEY("deployment_id","kind")
);
--> statement-breakpoint
CREATE TABLE "desk"."kept_answers" (
	"document_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "kept_answers_document_id_kind_pk" PRIMARY KEY("document_id","kind")
);
--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "ours" boolean;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "hold" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "waited_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "silent_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "last_answer_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "last_answer" text;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "refused" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD COLUMN "indexed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD COLUMN "trial" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."extractions" ADD COLUMN "unfitting_left" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."extractions" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "desk"."deployment_hours" ADD CONSTRAINT "deployment_hours_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."deployment_paces" ADD CONSTRAINT "deployment_paces_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."deployment_speeds" ADD CONSTRAINT "deployment_speeds_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."kept_answers" ADD CONSTRAINT "kept_answers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_answers_sha256" ON "desk"."kept_answers" USING btree ("sha256");
--> statement-breakpoint
UPDATE "desk"."submissions" s SET "indexed_at" = d."updated_at"
FROM "desk"."documents" d
WHERE d."id" = s."document_id" AND s."remote_document_id" IS NOT NULL AND (
  d."state" IN ('indexed', 'stacked', 'classifying', 'unclassified', 'extracting', 'to_review', 'approved', 'split')
  OR EXISTS (SELECT 1 FROM "desk"."extractions" e WHERE e."document_id" = d."id")
  OR (d."state" IN ('failed', 'rejected') AND lower(trim(d."service_status")) IN (
    'completed', 'complete', 'done', 'success', 'successful', 'succeeded', 'finished', 'ready', 'processed', 'indexed', 'ok'
  ))
);
--> statement-breakpoint
-- every request changes its row several times
ALTER TABLE "desk"."deployment_paces" SET (fillfactor = 50);
--> statement-breakpoint
UPDATE "desk"."deployments" SET "ours" = ("verdict"->>'ours')::boolean WHERE NOT "embedded" AND "verdict"->>'duration_ms' IS NOT NULL;
--> statement-breakpoint
-- deployments that have taken the desk's own id of a schema go on taking it
INSERT INTO "desk"."schema_mappings" ("deployment_id", "remote_schema_id", "schema_id", "at", "by_id", "by_name")
SELECT DISTINCT s."deployment_id", e."schema_id", e."schema_id", now(), 'upgrade', 'The upgrade'
FROM "desk"."extractions" e
JOIN "desk"."submissions" s ON s."document_id" = e."document_id"
JOIN "desk"."deployments" d ON d."id" = s."deployment_id"
WHERE NOT d."embedded" AND d."ours" IS NOT TRUE
  AND EXISTS (SELECT 1 FROM "desk"."schemas" x WHERE x."id" = e."schema_id")
  AND NOT EXISTS (SELECT 1 FROM "desk"."schema_mappings" m WHERE m."deployment_id" = s."deployment_id" AND m."schema_id" = e."schema_id")
  AND NOT EXISTS (SELECT 1 FROM "desk"."deployed_schemas" x WHERE x."deployment_id" = s."deployment_id" AND x."schema_id" = e."schema_id")
ON CONFLICT DO NOTHING;
