CREATE TABLE "desk"."splits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"plan" jsonb NOT NULL,
	"prior" jsonb NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."splittings" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"run" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"remote_job_id" text,
	"segments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"engine" text,
	"failure" jsonb,
	"requested_by_id" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "split_state" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "split_count" integer;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "split_from_id" uuid;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "split_from_name" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "split_pages" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."splits" ADD CONSTRAINT "splits_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."splittings" ADD CONSTRAINT "splittings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "splits_in_force" ON "desk"."splits" USING btree ("document_id") WHERE undone_at is null;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD CONSTRAINT "documents_split_from_id_documents_id_fk" FOREIGN KEY ("split_from_id") REFERENCES "desk"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_split_from" ON "desk"."documents" USING btree ("split_from_id");