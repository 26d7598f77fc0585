CREATE TABLE "desk"."comparison_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deployment_id" text NOT NULL,
	"sha256" text NOT NULL,
	"remote_document_id" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"remove_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk"."comparison_copies" ADD CONSTRAINT "comparison_copies_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "desk"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comparison_copies_remove" ON "desk"."comparison_copies" USING btree ("remove_at");