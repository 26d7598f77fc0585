DROP INDEX "desk"."documents_schema";--> statement-breakpoint
CREATE INDEX "decisions_actor" ON "desk"."decisions" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "documents_schema" ON "desk"."documents" USING btree ("schema_id","state");