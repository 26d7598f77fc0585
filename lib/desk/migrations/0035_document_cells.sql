CREATE TABLE "desk"."document_cells" (
	"document_id" uuid NOT NULL,
	"schema_id" text NOT NULL,
	"field" text NOT NULL,
	"place" integer NOT NULL,
	"folded" text NOT NULL,
	"number" double precision,
	"date" date,
	CONSTRAINT "document_cells_key" PRIMARY KEY("document_id","field","place")
);
--> statement-breakpoint
ALTER TABLE "desk"."document_cells" ADD CONSTRAINT "document_cells_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_cells_number" ON "desk"."document_cells" USING btree ("schema_id","field","number","document_id") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "document_cells_date" ON "desk"."document_cells" USING btree ("schema_id","field","date","document_id") WHERE date is not null;--> statement-breakpoint
CREATE INDEX "document_cells_text" ON "desk"."document_cells" USING btree ("schema_id","field","folded","document_id") WHERE number is null and date is null;--> statement-breakpoint
-- Written by hand: documents with rows are indexed once more, which writes their cells. The worker takes the highest turn first, which is the newest document.
INSERT INTO "desk"."stale_searches" ("document_id", "due_at")
SELECT "id", now() FROM "desk"."documents" d
WHERE EXISTS (SELECT 1 FROM "desk"."document_values" v WHERE v."document_id" = d."id" AND v."number" IS NOT NULL AND v."folded" ~ '^[0-9]+ rows?$')
ORDER BY "created_at", "id"
ON CONFLICT ("document_id") DO NOTHING;
