CREATE TABLE "desk"."second_opinions" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"deployment_id" text NOT NULL,
	"schema_id" text NOT NULL,
	"schema_version" integer NOT NULL,
	"answer_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"message" text,
	"fields" jsonb,
	"holds_approval" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk"."comparison_copies" ALTER COLUMN "remove_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."comparison_copies" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "desk"."schema_settings" ADD COLUMN "second_opinion_by" text;--> statement-breakpoint
ALTER TABLE "desk"."second_opinions" ADD CONSTRAINT "second_opinions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_opinions_schema" ON "desk"."second_opinions" USING btree ("schema_id");--> statement-breakpoint
CREATE INDEX "second_opinions_state" ON "desk"."second_opinions" USING btree ("state","at");--> statement-breakpoint
ALTER TABLE "desk"."comparison_copies" ADD CONSTRAINT "comparison_copies_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "desk"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comparison_copies_remote" ON "desk"."comparison_copies" USING btree ("remote_document_id");--> statement-breakpoint
CREATE INDEX "comparison_copies_document" ON "desk"."comparison_copies" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "comparison_copies_kept" ON "desk"."comparison_copies" USING btree ("document_id") WHERE remove_at is null;