ALTER TABLE "desk"."documents" ADD COLUMN "expected_errors" double precision;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "approved_automatically" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD COLUMN "schema_id" text;--> statement-breakpoint
ALTER TABLE "desk"."review_counts" ADD COLUMN "automatic" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "automatic_approval" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD CONSTRAINT "inbox_entries_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "desk"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_entries_schema" ON "desk"."inbox_entries" USING btree ("schema_id");