CREATE TABLE "service"."examples" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schema_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"approved" json NOT NULL,
	"value_count" integer NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"lesson" json,
	"lesson_version" integer,
	"sketch" "bytea",
	"layout_id" uuid,
	"party_keys" text[] DEFAULT '{}'::text[] NOT NULL,
	"error" jsonb,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service"."examples" ADD CONSTRAINT "examples_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "service"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."examples" ADD CONSTRAINT "examples_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "service"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "examples_document" ON "service"."examples" USING btree ("document_id","schema_id");--> statement-breakpoint
CREATE INDEX "examples_schema" ON "service"."examples" USING btree ("schema_id","id");--> statement-breakpoint
CREATE INDEX "examples_parties" ON "service"."examples" USING gin ("party_keys");--> statement-breakpoint
CREATE INDEX "examples_learned" ON "service"."examples" USING btree ("schema_id","lesson_version","id","attempt") WHERE "service"."examples"."status" = 'completed';