ALTER TABLE "desk"."remote_jobs" ADD COLUMN "refused" jsonb;--> statement-breakpoint
ALTER TABLE "desk"."submissions" ADD COLUMN "indexed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "desk"."submissions" s SET "indexed_at" = d."updated_at"
FROM "desk"."documents" d
WHERE d."id" = s."document_id" AND s."remote_document_id" IS NOT NULL AND (
  d."state" IN ('indexed', 'stacked', 'classifying', 'unclassified', 'extracting', 'to_review', 'approved', 'split')
  OR EXISTS (SELECT 1 FROM "desk"."extractions" e WHERE e."document_id" = d."id")
  OR (d."state" IN ('failed', 'rejected') AND lower(trim(d."service_status")) IN (
    'completed', 'complete', 'done', 'success', 'successful', 'succeeded', 'finished', 'ready', 'processed', 'indexed', 'ok'
  ))
);
