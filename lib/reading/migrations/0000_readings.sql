CREATE SCHEMA "reading";
--> statement-breakpoint
CREATE TABLE "reading"."pages" (
	"sha256" text NOT NULL,
	"number" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "pages_sha256_number_pk" PRIMARY KEY("sha256","number")
);
--> statement-breakpoint
CREATE TABLE "reading"."readings" (
	"sha256" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"media_type" text DEFAULT '' NOT NULL,
	"page_count" integer,
	"stated_values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "reading"."pages" ADD CONSTRAINT "pages_sha256_readings_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "reading"."readings"("sha256") ON DELETE cascade ON UPDATE no action;