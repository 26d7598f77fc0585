CREATE SCHEMA "service";
--> statement-breakpoint
CREATE TABLE "service"."api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service"."documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"page_count" integer,
	"pages_read" integer DEFAULT 0 NOT NULL,
	"metadata" json,
	"media_type" text,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"error" jsonb,
	"password" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."idempotency_keys" (
	"api_key_id" uuid NOT NULL,
	"key" text NOT NULL,
	"holder" uuid NOT NULL,
	"locked_until" timestamp (3) with time zone NOT NULL,
	"fingerprint" text,
	"status" integer,
	"headers" jsonb,
	"body" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_api_key_id_key_pk" PRIMARY KEY("api_key_id","key")
);
--> statement-breakpoint
CREATE TABLE "service"."jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"document_id" uuid NOT NULL,
	"schema_id" uuid,
	"schema_version" integer,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" json,
	"error" jsonb,
	"attempt" integer DEFAULT 0 NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service"."schema_versions" (
	"schema_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"draft" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schema_versions_schema_id_version_pk" PRIMARY KEY("schema_id","version")
);
--> statement-breakpoint
CREATE TABLE "service"."schemas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "service"."idempotency_keys" ADD CONSTRAINT "idempotency_keys_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "service"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."jobs" ADD CONSTRAINT "jobs_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "service"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."schema_versions" ADD CONSTRAINT "schema_versions_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "service"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "service"."api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "documents_sha256" ON "service"."documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "documents_status" ON "service"."documents" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "service"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_document" ON "service"."jobs" USING btree ("document_id","kind");--> statement-breakpoint
CREATE INDEX "jobs_kind" ON "service"."jobs" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "jobs_unsettled" ON "service"."jobs" USING btree ("status","updated_at") WHERE "service"."jobs"."status" in ('pending', 'processing');