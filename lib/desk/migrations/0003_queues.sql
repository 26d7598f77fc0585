CREATE TABLE "desk"."queues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_member_id" text
);
--> statement-breakpoint
CREATE TABLE "desk"."schema_settings" (
	"schema_id" text PRIMARY KEY NOT NULL,
	"second_approval" jsonb NOT NULL,
	"priority" integer,
	"due_after_hours" integer,
	"sample_percent" double precision DEFAULT 0 NOT NULL,
	"sample_seed" text NOT NULL,
	"retention_days" integer,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."second_looks" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"schema_id" text NOT NULL,
	"revision" integer NOT NULL,
	"percent" double precision NOT NULL,
	"draw" double precision NOT NULL,
	"seed" text NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	"approved_by_id" text NOT NULL,
	"approved_by_name" text NOT NULL,
	"looked_at" timestamp (3) with time zone,
	"looked_by_id" text,
	"looked_by_name" text,
	"fields" jsonb
);
--> statement-breakpoint
ALTER TABLE "desk"."audit_entries" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "priority" integer;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "review_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "escalated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "first_approval" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."second_looks" ADD CONSTRAINT "second_looks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_looks_open" ON "desk"."second_looks" USING btree ("looked_at","chosen_at");--> statement-breakpoint
UPDATE "desk"."documents" SET "approved_at" = (SELECT max("at") FROM "desk"."decisions" WHERE "document_id" = "documents"."id" AND "kind" = 'approve') WHERE "state" = 'approved';--> statement-breakpoint
UPDATE "desk"."documents" SET "review_since" = "updated_at" WHERE "state" = 'to_review';
