CREATE TABLE "desk"."quality_sample_entries" (
	"document_id" uuid NOT NULL,
	"person_id" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"shown" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"entered" jsonb,
	CONSTRAINT "quality_sample_entries_document_id_person_id_pk" PRIMARY KEY("document_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "desk"."quality_sample_entries" ADD CONSTRAINT "quality_sample_entries_sample_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."quality_samples"("document_id") ON DELETE cascade ON UPDATE no action;