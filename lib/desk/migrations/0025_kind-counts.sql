CREATE TABLE "desk"."kind_counts" (
	"day" date NOT NULL,
	"deployment_id" text NOT NULL,
	"schema_id" text NOT NULL,
	"likeliest_id" text NOT NULL,
	"is_sure" boolean NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "kind_counts_key" PRIMARY KEY("schema_id","day","deployment_id","likeliest_id","is_sure")
);
--> statement-breakpoint
CREATE INDEX "kind_counts_day" ON "desk"."kind_counts" USING btree ("day");
--> statement-breakpoint
UPDATE "desk"."counted_documents" AS "counted"
SET "counts" = "counted"."counts" || jsonb_build_object('kind', jsonb_build_object(
	'likeliestId', "document"."kind" #>> '{choices,0,schema_id}',
	'isSure', ("document"."kind" ->> 'reason') IS NULL
))
FROM "desk"."documents" AS "document"
WHERE "document"."id" = "counted"."document_id"
	AND "document"."state" = 'approved'
	AND NOT "document"."approved_automatically"
	AND "document"."revision" = "counted"."revision"
	AND "document"."kind" #>> '{choices,0,schema_id}' IS NOT NULL
	AND "counted"."counts" ->> 'day' <> '';
--> statement-breakpoint
INSERT INTO "desk"."kind_counts" ("day", "deployment_id", "schema_id", "likeliest_id", "is_sure", "documents")
SELECT ("counts" ->> 'day')::date, "counts" ->> 'deploymentId', "counts" ->> 'schemaId', "counts" #>> '{kind,likeliestId}',
	("counts" #>> '{kind,isSure}')::boolean, count(*)::integer
FROM "desk"."counted_documents"
WHERE "counts" ? 'kind'
GROUP BY 1, 2, 3, 4, 5;
