ALTER TABLE "desk"."documents" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "parent_name" text;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD CONSTRAINT "documents_parent_id_documents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_parent" ON "desk"."documents" USING btree ("parent_id","sha256");