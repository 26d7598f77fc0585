CREATE TABLE "desk"."classifications" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"run" integer NOT NULL,
	"classes" jsonb NOT NULL,
	"schemas" jsonb NOT NULL,
	"result" jsonb,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk"."actions" ADD COLUMN "schema_id" text;--> statement-breakpoint
ALTER TABLE "desk"."actions" ADD COLUMN "schema_version" integer;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "recognise" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "kind" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."extractions" ADD COLUMN "earlier" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."classifications" ADD CONSTRAINT "classifications_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;