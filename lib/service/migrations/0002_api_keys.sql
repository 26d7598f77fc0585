ALTER TABLE "service"."api_keys" ADD COLUMN "scopes" text[] DEFAULT '{read,submit,admin}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "service"."api_keys" ADD COLUMN "configured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service"."api_keys" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "service"."api_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;