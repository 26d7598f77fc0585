CREATE TABLE "desk"."evidence_counts" (
	"day" date NOT NULL,
	"schema_id" text NOT NULL,
	"schema_version" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"engine" text NOT NULL,
	"field" text NOT NULL,
	"measure" text NOT NULL,
	"count" double precision NOT NULL,
	CONSTRAINT "evidence_counts_key" PRIMARY KEY("schema_id","deployment_id","engine","day","field","measure","schema_version")
);
--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "expected_errors" double precision;--> statement-breakpoint
ALTER TABLE "desk"."documents" ADD COLUMN "approved_automatically" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD COLUMN "schema_id" text;--> statement-breakpoint
ALTER TABLE "desk"."review_counts" ADD COLUMN "automatic" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."quality_samples" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "automatic_approval" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."inbox_entries" ADD CONSTRAINT "inbox_entries_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "desk"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_entries_schema" ON "desk"."inbox_entries" USING btree ("schema_id");