DROP INDEX "desk"."documents_schema";--> statement-breakpoint
CREATE INDEX "decisions_actor" ON "desk"."decisions" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "documents_schema" ON "desk"."documents" USING btree ("schema_id","state");--> statement-breakpoint
-- Whoever takes an ended lock again is told of too: who pulls documents sees by the row whether its lock was taken meanwhile.
DROP TRIGGER "touch_document_if_taken" ON "desk"."document_locks";--> statement-breakpoint
CREATE TRIGGER "touch_document_if_taken" AFTER UPDATE ON "desk"."document_locks" FOR EACH ROW
WHEN ((OLD."holder_id", OLD."tab", OLD."since", OLD."ahead") IS DISTINCT FROM (NEW."holder_id", NEW."tab", NEW."since", NEW."ahead")) EXECUTE FUNCTION "desk"."touch_document"();
