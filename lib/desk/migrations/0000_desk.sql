CREATE SCHEMA "desk";
--> statement-breakpoint
CREATE TABLE "desk"."actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"draft" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."audit_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"document_id" uuid,
	"event" text NOT NULL,
	"pointer" text,
	"old_value" jsonb,
	"new_value" jsonb,
	"detail" jsonb NOT NULL,
	"salt" text,
	"values_hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"revision" integer NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signed_off_flags" integer DEFAULT 0 NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "desk"."deployed_schemas" (
	"deployment_id" text NOT NULL,
	"schema_id" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "deployed_schemas_deployment_id_schema_id_pk" PRIMARY KEY("deployment_id","schema_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."deployments" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"base_url" text,
	"encrypted_key" text,
	"embedded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"service_status" text,
	"failure" jsonb,
	"media_type" text,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"page_count" integer,
	"pages_read" integer DEFAULT 0 NOT NULL,
	"schema_id" text,
	"schema_name" text,
	"schema_version" integer,
	"open_flags" integer,
	"lowest_confidence" double precision,
	"duplicate_of_id" uuid,
	"duplicate_of_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by_id" text,
	"created_by_name" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"change" bigint DEFAULT 0 NOT NULL,
	"changed_in" xid8 DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."extractions" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"schema_id" text NOT NULL,
	"schema_version" integer NOT NULL,
	"job_id" text NOT NULL,
	"result" jsonb NOT NULL,
	"unfitting" jsonb NOT NULL,
	"raw" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."removed_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	"change" bigint DEFAULT 0 NOT NULL,
	"changed_in" xid8 DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."schema_versions" (
	"schema_id" text NOT NULL,
	"version" integer NOT NULL,
	"draft" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by_id" text,
	"created_by_name" text,
	CONSTRAINT "schema_versions_schema_id_version_pk" PRIMARY KEY("schema_id","version")
);
--> statement-breakpoint
CREATE TABLE "desk"."schemas" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."submissions" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"deployment_id" text NOT NULL,
	"remote_document_id" text,
	"remote_job_id" text,
	"run" integer DEFAULT 1 NOT NULL,
	"sending" integer DEFAULT 1 NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"step_at" timestamp (3) with time zone NOT NULL,
	"password" text
);
--> statement-breakpoint
ALTER TABLE "desk"."actions" ADD CONSTRAINT "actions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."decisions" ADD CONSTRAINT "decisions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."deployed_schemas" ADD CONSTRAINT "deployed_schemas_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."extractions" ADD CONSTRAINT "extractions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."schema_versions" ADD CONSTRAINT "schema_versions_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "desk"."schemas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD CONSTRAINT "submissions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD CONSTRAINT "submissions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "actions_order" ON "desk"."actions" USING btree ("document_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_document" ON "desk"."audit_entries" USING btree ("document_id","id");--> statement-breakpoint
CREATE INDEX "decisions_document" ON "desk"."decisions" USING btree ("document_id","revision");--> statement-breakpoint
CREATE INDEX "documents_created" ON "desk"."documents" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "documents_state" ON "desk"."documents" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "documents_schema" ON "desk"."documents" USING btree ("schema_id");--> statement-breakpoint
CREATE INDEX "documents_sha256" ON "desk"."documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "documents_changed_in" ON "desk"."documents" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "removed_changed_in" ON "desk"."removed_documents" USING btree ("changed_in");--> statement-breakpoint
CREATE FUNCTION "desk"."note_document_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  NEW.change := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' THEN
    NEW.change := greatest(NEW.change, OLD.change + 1);
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "desk"."note_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "note_change" BEFORE INSERT OR UPDATE ON "desk"."documents" FOR EACH ROW EXECUTE FUNCTION "desk"."note_document_change"();--> statement-breakpoint
CREATE TRIGGER "note_change" BEFORE INSERT OR UPDATE ON "desk"."removed_documents" FOR EACH ROW EXECUTE FUNCTION "desk"."note_removal"();--> statement-breakpoint
CREATE INDEX "documents_in_flight" ON "desk"."documents" ("id") WHERE state in ('received', 'indexing', 'extracting');
