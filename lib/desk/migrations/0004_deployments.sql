CREATE TABLE "desk"."schema_mappings" (
	"deployment_id" text NOT NULL,
	"remote_schema_id" text NOT NULL,
	"schema_id" text,
	"learning" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "schema_mappings_deployment_id_remote_schema_id_pk" PRIMARY KEY("deployment_id","remote_schema_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."summaries" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"run" integer DEFAULT 1 NOT NULL,
	"endpoint" text NOT NULL,
	"state" text NOT NULL,
	"service_status" text,
	"remote_job_id" text,
	"text" text,
	"sentences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure" jsonb,
	"raw" jsonb,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "from_environment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "verdict" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."deployments" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "trouble" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."schema_mappings" ADD CONSTRAINT "schema_mappings_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."schema_mappings" ADD CONSTRAINT "schema_mappings_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "desk"."schemas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."summaries" ADD CONSTRAINT "summaries_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schema_mappings_schema" ON "desk"."schema_mappings" USING btree ("deployment_id","schema_id");