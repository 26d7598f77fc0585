ALTER TABLE "service"."documents" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "service"."documents" ADD COLUMN "root_id" uuid;--> statement-breakpoint
ALTER TABLE "service"."documents" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "service"."documents" ADD COLUMN "attachments" json;--> statement-breakpoint
ALTER TABLE "service"."documents" ADD CONSTRAINT "documents_parent_id_documents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "service"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_parent" ON "service"."documents" USING btree ("parent_id","sha256");--> statement-breakpoint
CREATE INDEX "documents_root" ON "service"."documents" USING btree ("root_id");