CREATE TABLE "desk"."inbox_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"group_id" uuid NOT NULL,
	"document_id" uuid,
	"deployment_id" text,
	"comment_id" uuid,
	"by" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"mail_id" uuid
);
--> statement-breakpoint
CREATE TABLE "desk"."inbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "desk"."inbox_settings" (
	"person_id" text PRIMARY KEY NOT NULL,
	"mail" text NOT NULL,
	"time_zone" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"digest_day" date
);
--> statement-breakpoint
ALTER TABLE "desk"."document_assignments" ADD COLUMN "by" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."document_assignments" ADD COLUMN "at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."comments" ADD COLUMN "mentions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD CONSTRAINT "inbox_entries_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD CONSTRAINT "inbox_entries_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD CONSTRAINT "inbox_entries_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "desk"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_entries_cause" ON "desk"."inbox_entries" USING btree ("person_id","kind","cause");--> statement-breakpoint
CREATE INDEX "inbox_entries_person" ON "desk"."inbox_entries" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "inbox_entries_unread" ON "desk"."inbox_entries" USING btree ("person_id","group_id") WHERE read_at is null and settled_at is null;--> statement-breakpoint
CREATE INDEX "inbox_entries_document" ON "desk"."inbox_entries" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "inbox_entries_deployment" ON "desk"."inbox_entries" USING btree ("deployment_id");--> statement-breakpoint
CREATE INDEX "inbox_entries_comment" ON "desk"."inbox_entries" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "inbox_entries_group" ON "desk"."inbox_entries" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "inbox_entries_mail" ON "desk"."inbox_entries" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "inbox_entries_settled" ON "desk"."inbox_entries" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "inbox_mails_created" ON "desk"."inbox_mails" USING btree ("created_at");