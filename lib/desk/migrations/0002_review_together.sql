CREATE TABLE "desk"."comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"pointer" text,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by_name" text
);
--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "lock_holder_id" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "lock_holder_name" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "lock_tab" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "lock_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "lock_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "lock_ahead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "assigned_to_id" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "assigned_to_name" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "postponed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "postponed_reason" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "open_comments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "comments_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."comments" ADD CONSTRAINT "comments_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_document" ON "desk"."comments" USING btree ("document_id","at");--> statement-breakpoint
CREATE INDEX "documents_assigned" ON "desk"."documents" USING btree ("assigned_to_id");--> statement-breakpoint
CREATE INDEX "documents_lock" ON "desk"."documents" USING btree ("lock_expires_at") WHERE lock_expires_at is not null;--> statement-breakpoint
CREATE INDEX "documents_postponed" ON "desk"."documents" USING btree ("postponed_until") WHERE postponed_until is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "desk"."note_document_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A heartbeat only moves the end of the lock. Nobody has to hear of it.
  IF TG_OP = 'UPDATE' AND OLD.lock_tab IS NOT NULL AND NEW.lock_tab IS NOT DISTINCT FROM OLD.lock_tab
    AND NEW.lock_holder_id IS NOT DISTINCT FROM OLD.lock_holder_id AND NEW.lock_ahead = OLD.lock_ahead
    AND NEW.lock_expires_at IS DISTINCT FROM OLD.lock_expires_at THEN
    RETURN NEW;
  END IF;
  NEW.changed_in := pg_current_xact_id();
  NEW.change := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' THEN
    NEW.change := greatest(NEW.change, OLD.change + 1);
  END IF;
  RETURN NEW;
END
$$;
