ALTER TABLE "desk"."summaries" ADD COLUMN "title" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."summaries" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "desk"."summaries" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."summaries" ADD COLUMN "after_action" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."summaries" ADD COLUMN "of_job_id" text;