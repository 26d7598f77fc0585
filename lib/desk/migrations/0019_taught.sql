CREATE TABLE "desk"."forgotten_approvals" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."taught" (
	"document_id" uuid NOT NULL,
	"schema_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"remote_document_id" text NOT NULL,
	"remote_schema_id" text NOT NULL,
	"revision" integer,
	"turn" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone,
	"refused" text,
	CONSTRAINT "taught_place" PRIMARY KEY("document_id","deployment_id","remote_document_id","remote_schema_id")
);
--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "learn_from_approvals" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "forgotten_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."forgotten_approvals" ADD CONSTRAINT "forgotten_approvals_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."taught" ADD CONSTRAINT "taught_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."taught" ADD CONSTRAINT "taught_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taught_schema" ON "desk"."taught" USING btree ("schema_id");--> statement-breakpoint
CREATE INDEX "submissions_remote" ON "desk"."submissions" USING btree ("remote_document_id");