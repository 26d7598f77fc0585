CREATE TABLE "desk"."nightly_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schema_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"documents" integer NOT NULL,
	"failed" integer NOT NULL,
	"values" integer NOT NULL,
	"right" integer NOT NULL,
	"compared" integer NOT NULL,
	"since" timestamp (3) with time zone,
	"fields" jsonb NOT NULL,
	"probability" double precision NOT NULL,
	"fell" boolean NOT NULL,
	"before" jsonb NOT NULL,
	"now" jsonb NOT NULL,
	"left" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."nightly_documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"schema_id" text NOT NULL,
	"kept" jsonb,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked" jsonb
);
--> statement-breakpoint
CREATE TABLE "desk"."nightly_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"by_name" text,
	"planned" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"plan" jsonb NOT NULL,
	"trouble" text
);
--> statement-breakpoint
CREATE TABLE "desk"."nightly_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "nightly_settings_one" CHECK ("desk"."nightly_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "desk"."nightly_checks" ADD CONSTRAINT "nightly_checks_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "desk"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."nightly_documents" ADD CONSTRAINT "nightly_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."nightly_documents" ADD CONSTRAINT "nightly_documents_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "desk"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nightly_checks_schema" ON "desk"."nightly_checks" USING btree ("schema_id","at");--> statement-breakpoint
CREATE INDEX "nightly_documents_schema" ON "desk"."nightly_documents" USING btree ("schema_id");--> statement-breakpoint
CREATE INDEX "nightly_runs_started" ON "desk"."nightly_runs" USING btree ("started_at");