-- Written by hand. Takes the lock of the trail, looks for its last entry and appends: one trip instead of three. It is volatile, so in a
-- READ COMMITTED transaction each statement in it sees what was committed before that statement: the look sees what the lock has waited for.
-- An entry is a row without id and hashes. "rest" is the JSON that its hash covers, from what follows the id on.
CREATE FUNCTION "desk"."append_audit"(lock_number bigint, entries jsonb) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  entry jsonb;
  written "desk"."audit_entries";
  last_id bigint;
  last_hash text;
BEGIN
  PERFORM pg_advisory_xact_lock(lock_number);
  SELECT "id", "hash" INTO last_id, last_hash FROM "desk"."audit_entries" ORDER BY "id" DESC LIMIT 1;
  last_id := coalesce(last_id, 0);
  last_hash := coalesce(last_hash, repeat('0', 64));
  FOR entry IN SELECT "value" FROM jsonb_array_elements(entries) WITH ORDINALITY AS "given"("value", "place") ORDER BY "place" LOOP
    written := jsonb_populate_record(NULL::"desk"."audit_entries", entry);
    written."id" := last_id + 1;
    written."previous_hash" := last_hash;
    written."hash" := encode(sha256(convert_to(format('["%s",%s,%s', last_hash, written."id", entry ->> 'rest'), 'UTF8')), 'hex');
    INSERT INTO "desk"."audit_entries" VALUES (written.*);
    last_id := written."id";
    last_hash := written."hash";
  END LOOP;
END
$$;
