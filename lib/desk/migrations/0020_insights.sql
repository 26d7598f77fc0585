CREATE TABLE "desk"."changed_values" (
	"document_id" uuid NOT NULL,
	"schema_id" text NOT NULL,
	"field" text NOT NULL,
	"verdict" text NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "changed_values_key" PRIMARY KEY("document_id","field","verdict")
);
--> statement-breakpoint
CREATE TABLE "desk"."counted_documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."field_counts" (
	"day" date NOT NULL,
	"schema_id" text NOT NULL,
	"schema_version" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"field" text NOT NULL,
	"measure" text NOT NULL,
	"count" double precision NOT NULL,
	CONSTRAINT "field_counts_key" PRIMARY KEY("schema_id","day","field","measure","schema_version","deployment_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."insight_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"count_people" boolean NOT NULL,
	CONSTRAINT "insight_settings_one" CHECK ("desk"."insight_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "desk"."review_counts" (
	"hour" timestamp (3) with time zone NOT NULL,
	"schema_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"person_id" text NOT NULL,
	"approved" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"rejected" integer NOT NULL,
	"timed" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"keys" integer NOT NULL,
	CONSTRAINT "review_counts_key" PRIMARY KEY("hour","schema_id","deployment_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."seen_engines" (
	"deployment_id" text NOT NULL,
	"engine" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seen_engines_key" PRIMARY KEY("deployment_id","engine")
);
--> statement-breakpoint
ALTER TABLE "desk"."decisions" ADD COLUMN "effort" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "thresholds" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."changed_values" ADD CONSTRAINT "changed_values_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."counted_documents" ADD CONSTRAINT "counted_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changed_values_field" ON "desk"."changed_values" USING btree ("schema_id","field","at");--> statement-breakpoint
CREATE INDEX "field_counts_day" ON "desk"."field_counts" USING btree ("day");--> statement-breakpoint
INSERT INTO "desk"."insight_settings" ("id", "count_people") VALUES (1, true);
