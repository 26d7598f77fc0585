CREATE TABLE "desk"."document_assignments" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"person_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."document_locks" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"holder_id" text NOT NULL,
	"holder_name" text NOT NULL,
	"tab" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ahead" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."document_postponements" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."document_splits" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"count" integer
);
--> statement-breakpoint
CREATE TABLE "desk"."split_parts" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"split_id" uuid NOT NULL,
	"from_id" uuid,
	"from_name" text NOT NULL,
	"pages" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP CONSTRAINT "documents_split_from_id_documents_id_fk";
--> statement-breakpoint
DROP INDEX "desk"."documents_assigned";--> statement-breakpoint
DROP INDEX "desk"."documents_lock";--> statement-breakpoint
DROP INDEX "desk"."documents_split_from";--> statement-breakpoint
DROP INDEX "desk"."documents_postponed";--> statement-breakpoint
ALTER TABLE "desk"."document_assignments" ADD CONSTRAINT "document_assignments_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."document_locks" ADD CONSTRAINT "document_locks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."document_postponements" ADD CONSTRAINT "document_postponements_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."document_splits" ADD CONSTRAINT "document_splits_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."split_parts" ADD CONSTRAINT "split_parts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."split_parts" ADD CONSTRAINT "split_parts_from_id_documents_id_fk" FOREIGN KEY ("from_id") REFERENCES "desk"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_assignments_person" ON "desk"."document_assignments" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "document_postponements_until" ON "desk"."document_postponements" USING btree ("until");--> statement-breakpoint
CREATE INDEX "split_parts_split" ON "desk"."split_parts" USING btree ("split_id");--> statement-breakpoint
CREATE INDEX "split_parts_from" ON "desk"."split_parts" USING btree ("from_id");--> statement-breakpoint
INSERT INTO "desk"."document_locks" ("document_id", "holder_id", "holder_name", "tab", "since", "expires_at", "ahead")
SELECT "id", "lock_holder_id", coalesce("lock_holder_name", ''), "lock_tab", "lock_since", "lock_expires_at", "lock_ahead" FROM "desk"."documents"
WHERE "lock_holder_id" IS NOT NULL AND "lock_tab" IS NOT NULL AND "lock_since" IS NOT NULL AND "lock_expires_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "desk"."document_assignments" ("document_id", "person_id", "person_name")
SELECT "id", "assigned_to_id", coalesce("assigned_to_name", '') FROM "desk"."documents" WHERE "assigned_to_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "desk"."document_postponements" ("document_id", "until", "reason")
SELECT "id", "postponed_until", coalesce("postponed_reason", '') FROM "desk"."documents" WHERE "postponed_until" IS NOT NULL;--> statement-breakpoint
INSERT INTO "desk"."document_splits" ("document_id", "state", "count")
SELECT "id", "split_state", "split_count" FROM "desk"."documents" WHERE "split_state" IS NOT NULL;--> statement-breakpoint
INSERT INTO "desk"."split_parts" ("document_id", "split_id", "from_id", "from_name", "pages")
SELECT "id", "split_id", "split_from_id", "split_from_name", coalesce("split_pages", '[]') FROM "desk"."documents"
WHERE "split_from_name" IS NOT NULL AND "split_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "split_state";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "split_count";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "split_from_id";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "split_from_name";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "split_id";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "split_pages";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "lock_holder_id";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "lock_holder_name";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "lock_tab";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "lock_since";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "lock_expires_at";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "lock_ahead";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "assigned_to_id";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "assigned_to_name";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "postponed_until";--> statement-breakpoint
ALTER TABLE "desk"."documents" DROP COLUMN "postponed_reason";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "desk"."note_document_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  NEW.change := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' THEN
    NEW.change := greatest(NEW.change, OLD.change + 1);
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "desk"."touch_document"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- "note_change" of the document does the rest
  IF TG_OP = 'DELETE' THEN
    UPDATE "desk"."documents" SET "change" = "change" WHERE "id" = OLD.document_id;
  ELSE
    UPDATE "desk"."documents" SET "change" = "change" WHERE "id" = NEW.document_id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "touch_document" AFTER INSERT OR DELETE ON "desk"."document_locks" FOR EACH ROW EXECUTE FUNCTION "desk"."touch_document"();--> statement-breakpoint
-- A heartbeat only moves the end of the lock. Nobody has to hear of it.
CREATE TRIGGER "touch_document_if_taken" AFTER UPDATE ON "desk"."document_locks" FOR EACH ROW
WHEN ((OLD."holder_id", OLD."tab", OLD."ahead") IS DISTINCT FROM (NEW."holder_id", NEW."tab", NEW."ahead")) EXECUTE FUNCTION "desk"."touch_document"();--> statement-breakpoint
CREATE TRIGGER "touch_document" AFTER INSERT OR UPDATE OR DELETE ON "desk"."document_assignments" FOR EACH ROW EXECUTE FUNCTION "desk"."touch_document"();--> statement-breakpoint
CREATE TRIGGER "touch_document" AFTER INSERT OR UPDATE OR DELETE ON "desk"."document_postponements" FOR EACH ROW EXECUTE FUNCTION "desk"."touch_document"();--> statement-breakpoint
CREATE TRIGGER "touch_document" AFTER INSERT OR UPDATE OR DELETE ON "desk"."document_splits" FOR EACH ROW EXECUTE FUNCTION "desk"."touch_document"();--> statement-breakpoint
CREATE TRIGGER "touch_document" AFTER INSERT OR UPDATE OR DELETE ON "desk"."split_parts" FOR EACH ROW EXECUTE FUNCTION "desk"."touch_document"();
