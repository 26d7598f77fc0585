ALTER TABLE "service"."examples" ADD COLUMN "party_keys" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "examples_parties" ON "service"."examples" USING gin ("party_keys");