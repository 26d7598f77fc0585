ALTER TABLE "service"."examples" DROP CONSTRAINT "examples_document_id_documents_id_fk";
--> statement-breakpoint
ALTER TABLE "service"."examples" ADD COLUMN "imported_name" text;--> statement-breakpoint
ALTER TABLE "service"."examples" ADD COLUMN "own_document_id" uuid GENERATED ALWAYS AS (case when imported_name is null then document_id end) STORED;--> statement-breakpoint
ALTER TABLE "service"."examples" ADD CONSTRAINT "examples_own_document_id_documents_id_fk" FOREIGN KEY ("own_document_id") REFERENCES "service"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "examples_own_document" ON "service"."examples" USING btree ("own_document_id");