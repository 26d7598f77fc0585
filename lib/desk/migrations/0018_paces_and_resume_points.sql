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
	"last_problem" jsonb
);
--> statement-breakpoint
CREATE TABLE "desk"."deployment_speeds" (
	"deployment_id" text NOT NULL,
	"kind" text NOT NULL,
	"typical_ms" double precision NOT NULL,
	CONSTRAINT "deployment_speeds_deployment_id_kind_pk" PRIMARY KEY("deployment_id","kind")
);
--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "waited_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "silent_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "last_answer_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "last_answer" text;--> statement-breakpoint
ALTER TABLE "desk"."remote_jobs" ADD COLUMN "refused" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD COLUMN "indexed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."extractions" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "desk"."deployment_paces" ADD CONSTRAINT "deployment_paces_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."deployment_speeds" ADD CONSTRAINT "deployment_speeds_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
