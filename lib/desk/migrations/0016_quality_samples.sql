ALTER TABLE "desk"."second_looks" RENAME TO "quality_samples";--> statement-breakpoint
ALTER INDEX "desk"."second_looks_pkey" RENAME TO "quality_samples_pkey";--> statement-breakpoint
ALTER INDEX "desk"."second_looks_open" RENAME TO "quality_samples_open";--> statement-breakpoint
ALTER TABLE "desk"."quality_samples" RENAME CONSTRAINT "second_looks_document_id_documents_id_fk" TO "quality_samples_document_id_documents_id_fk";
