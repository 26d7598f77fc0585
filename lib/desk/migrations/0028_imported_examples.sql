CREATE TABLE "desk"."imported_examples" (
	"deployment_id" text NOT NULL,
	"remote_schema_id" text NOT NULL,
	"remote_document_id" text NOT NULL,
	"schema_id" text NOT NULL,
	"document_name" text NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imported_examples_place" PRIMARY KEY("deployment_id","remote_schema_id","remote_document_id")
);
--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "is_forgetting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."imported_examples" ADD CONSTRAINT "imported_examples_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_examples_schema" ON "desk"."imported_examples" USING btree ("schema_id");