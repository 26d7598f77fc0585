CREATE SCHEMA "files";
--> statement-breakpoint
CREATE TABLE "files"."removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "removals_sha256" ON "files"."removals" USING btree ("sha256");
--> statement-breakpoint
-- Written by hand. Takes the lock of a file's bytes and tells until when a removal may still reach them: one trip instead of two. It is
-- volatile, so in a READ COMMITTED transaction the look sees what was committed while the lock was waited for.
CREATE FUNCTION "files"."lock_file"(lock_name text, hash text) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(lock_name, 0));
  RETURN (SELECT max("until") FROM "files"."removals" WHERE "sha256" = hash AND "until" > clock_timestamp());
END
$$;
