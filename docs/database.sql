-- The structure of the database after all migrations, written by `npm run structure`. Nothing reads it: the migrations
-- make the database. A test compares the two, so that a change of a table shows in a change of this file.
-- The queue's own tables (pg-boss) and the journals of the migrations are left out.

CREATE SCHEMA desk;

CREATE SCHEMA files;

CREATE SCHEMA reading;

CREATE SCHEMA service;

CREATE SCHEMA session;

CREATE TABLE desk.actions (
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  sequence integer NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  draft jsonb NOT NULL,
  schema_id text,
  schema_version integer
);

CREATE TABLE desk.audit_entries (
  id bigint NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  actor_id text,
  actor_name text,
  document_id uuid,
  event text NOT NULL,
  pointer text,
  old_value jsonb,
  new_value jsonb,
  detail jsonb NOT NULL,
  salt text,
  values_hash text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  origin jsonb
);

CREATE TABLE desk.backup_runs (
  id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  outcome text,
  rows bigint,
  files bigint,
  added_bytes bigint,
  is_encrypted boolean
);

CREATE TABLE desk.changed_values (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  field text NOT NULL,
  verdict text NOT NULL,
  count integer NOT NULL,
  at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.classifications (
  document_id uuid NOT NULL,
  run integer NOT NULL,
  classes jsonb NOT NULL,
  schemas jsonb NOT NULL,
  result jsonb,
  reason text,
  at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.comments (
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  pointer text,
  text text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  resolved_at timestamp(3) with time zone,
  resolved_by_name text,
  mentions jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE desk.comparison_copies (
  id uuid NOT NULL,
  deployment_id text NOT NULL,
  sha256 text NOT NULL,
  remote_document_id text,
  sent_at timestamp(3) with time zone NOT NULL,
  remove_at timestamp(3) with time zone,
  document_id uuid
);

CREATE TABLE desk.counted_documents (
  document_id uuid NOT NULL,
  revision integer NOT NULL,
  counts jsonb NOT NULL
);

CREATE TABLE desk.decisions (
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  kind text NOT NULL,
  revision integer NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  signed_off_flags integer DEFAULT 0 NOT NULL,
  reason text,
  effort jsonb
);

CREATE TABLE desk.deployed_schemas (
  deployment_id text NOT NULL,
  schema_id text NOT NULL,
  version integer NOT NULL
);

CREATE TABLE desk.deployment_hours (
  deployment_id text NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  requests integer DEFAULT 0 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL
);

CREATE TABLE desk.deployment_paces (
  deployment_id text NOT NULL,
  slot_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  next_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  polls_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  paused_until timestamp(3) with time zone DEFAULT now() NOT NULL,
  slowed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  spacing_ms double precision DEFAULT 100 NOT NULL,
  miss_ms double precision DEFAULT 100 NOT NULL,
  refusals integer DEFAULT 0 NOT NULL,
  latency_ms double precision,
  last_answer_at timestamp(3) with time zone,
  last_status integer,
  last_success_at timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp(3) with time zone,
  last_problem jsonb
) WITH (fillfactor=50);

CREATE TABLE desk.deployment_speeds (
  deployment_id text NOT NULL,
  kind text NOT NULL,
  typical_ms double precision,
  early_ms double precision DEFAULT 0 NOT NULL
);

CREATE TABLE desk.deployments (
  id text NOT NULL,
  name text NOT NULL,
  base_url text,
  encrypted_key text,
  embedded boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  from_environment boolean DEFAULT false NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  retired_at timestamp(3) with time zone,
  verdict jsonb,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  requests_per_minute integer,
  metadata jsonb,
  ours boolean
);

CREATE TABLE desk.document_assignments (
  document_id uuid NOT NULL,
  person_id text NOT NULL,
  person_name text NOT NULL,
  by jsonb,
  at timestamp(3) with time zone
);

CREATE TABLE desk.document_cells (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  field text NOT NULL,
  place integer NOT NULL,
  folded text NOT NULL,
  number double precision,
  date date
);

CREATE TABLE desk.document_locks (
  document_id uuid NOT NULL,
  holder_id text NOT NULL,
  holder_name text NOT NULL,
  tab text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ahead boolean DEFAULT false NOT NULL
);

CREATE TABLE desk.document_postponements (
  document_id uuid NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  reason text NOT NULL
);

CREATE TABLE desk.document_splits (
  document_id uuid NOT NULL,
  state text NOT NULL,
  count integer
);

CREATE TABLE desk.document_values (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  field text NOT NULL,
  text text NOT NULL,
  folded text NOT NULL,
  number double precision,
  date date,
  currency text
);

CREATE TABLE desk.documents (
  id uuid NOT NULL,
  name text NOT NULL,
  folder text DEFAULT ''::text NOT NULL,
  state text NOT NULL,
  service_status text,
  failure jsonb,
  media_type text,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  page_count integer,
  pages_read integer DEFAULT 0 NOT NULL,
  schema_id text,
  schema_name text,
  schema_version integer,
  open_flags integer,
  lowest_confidence double precision,
  duplicate_of_id uuid,
  duplicate_of_name text,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_id text,
  created_by_name text,
  updated_at timestamp(3) with time zone NOT NULL,
  revision integer DEFAULT 0 NOT NULL,
  change bigint DEFAULT 0 NOT NULL,
  changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
  parent_id uuid,
  parent_name text,
  attachments jsonb,
  open_comments integer DEFAULT 0 NOT NULL,
  comments_revision integer DEFAULT 0 NOT NULL,
  priority integer,
  due_at timestamp(3) with time zone,
  review_since timestamp(3) with time zone,
  escalated_at timestamp(3) with time zone,
  first_approval jsonb,
  approved_at timestamp(3) with time zone,
  trouble jsonb,
  recognise boolean DEFAULT false NOT NULL,
  kind jsonb,
  reading_failure jsonb,
  reading_warnings jsonb,
  hold jsonb,
  expected_errors double precision,
  approved_automatically boolean DEFAULT false NOT NULL
);

CREATE TABLE desk.evidence_counts (
  day date NOT NULL,
  schema_id text NOT NULL,
  schema_version integer NOT NULL,
  deployment_id text NOT NULL,
  engine text NOT NULL,
  field text NOT NULL,
  measure text NOT NULL,
  count double precision NOT NULL
);

CREATE TABLE desk.extractions (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  schema_version integer NOT NULL,
  job_id text NOT NULL,
  result jsonb NOT NULL,
  unfitting jsonb NOT NULL,
  raw jsonb NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  earlier jsonb DEFAULT '[]'::jsonb NOT NULL,
  unfitting_left integer DEFAULT 0 NOT NULL,
  notice text
);

CREATE TABLE desk.failure_counts (
  day date NOT NULL,
  schema_id text NOT NULL,
  deployment_id text NOT NULL,
  failures integer NOT NULL
);

CREATE TABLE desk.field_counts (
  day date NOT NULL,
  schema_id text NOT NULL,
  schema_version integer NOT NULL,
  deployment_id text NOT NULL,
  field text NOT NULL,
  measure text NOT NULL,
  count double precision NOT NULL
);

CREATE TABLE desk.forgotten_approvals (
  document_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.imported_examples (
  deployment_id text NOT NULL,
  remote_schema_id text NOT NULL,
  remote_document_id text NOT NULL,
  schema_id text NOT NULL,
  document_name text NOT NULL,
  approved_by text,
  approved_at timestamp(3) with time zone,
  imported_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.inbox_entries (
  id uuid NOT NULL,
  person_id text NOT NULL,
  kind text NOT NULL,
  cause text NOT NULL,
  group_id uuid NOT NULL,
  document_id uuid,
  deployment_id text,
  comment_id uuid,
  by jsonb,
  at timestamp(3) with time zone NOT NULL,
  read_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  mail_id uuid,
  schema_id text
);

CREATE TABLE desk.inbox_mails (
  id uuid NOT NULL,
  person_id text NOT NULL,
  kind text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  handed_over_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  failure text
);

CREATE TABLE desk.inbox_settings (
  person_id text NOT NULL,
  mail text NOT NULL,
  time_zone text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  digest_day date
);

CREATE TABLE desk.insight_settings (
  id integer DEFAULT 1 NOT NULL,
  count_people boolean NOT NULL
);

CREATE TABLE desk.kept_answers (
  document_id uuid NOT NULL,
  kind text NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL
);

CREATE TABLE desk.kind_counts (
  day date NOT NULL,
  deployment_id text NOT NULL,
  schema_id text NOT NULL,
  likeliest_id text NOT NULL,
  is_sure boolean NOT NULL,
  documents integer NOT NULL
);

CREATE TABLE desk.nightly_checks (
  id uuid NOT NULL,
  schema_id text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  documents integer NOT NULL,
  failed integer NOT NULL,
  "values" integer NOT NULL,
  "right" integer NOT NULL,
  compared integer NOT NULL,
  since timestamp(3) with time zone,
  fields jsonb NOT NULL,
  probability double precision NOT NULL,
  fell boolean NOT NULL,
  before jsonb NOT NULL,
  now jsonb NOT NULL,
  "left" integer NOT NULL
);

CREATE TABLE desk.nightly_documents (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  kept jsonb,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  checked jsonb
);

CREATE TABLE desk.nightly_runs (
  id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  outcome text,
  by_name text,
  planned integer NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  plan jsonb NOT NULL,
  trouble text
);

CREATE TABLE desk.nightly_settings (
  id integer DEFAULT 1 NOT NULL,
  is_on boolean NOT NULL
);

CREATE TABLE desk.quality_sample_entries (
  document_id uuid NOT NULL,
  person_id text NOT NULL,
  begun_at timestamp(3) with time zone NOT NULL,
  shown jsonb DEFAULT '[]'::jsonb NOT NULL,
  entered jsonb
);

CREATE TABLE desk.quality_samples (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  revision integer NOT NULL,
  percent double precision NOT NULL,
  draw double precision NOT NULL,
  seed text NOT NULL,
  chosen_at timestamp(3) with time zone NOT NULL,
  approved_by_id text NOT NULL,
  approved_by_name text NOT NULL,
  looked_at timestamp(3) with time zone,
  looked_by_id text,
  looked_by_name text,
  fields jsonb,
  answer jsonb
);

CREATE TABLE desk.queues (
  id uuid NOT NULL,
  draft jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  last_member_id text
);

CREATE TABLE desk.remote_jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  deployment_id text NOT NULL,
  document_id uuid,
  remote_schema_id text,
  run integer NOT NULL,
  remote_id text,
  service_status text,
  unchanged_polls integer DEFAULT 0 NOT NULL,
  step_began_at timestamp(3) with time zone NOT NULL,
  in_flight_since timestamp(3) with time zone,
  trouble jsonb,
  waited_ms integer DEFAULT 0 NOT NULL,
  silent_ms integer DEFAULT 0 NOT NULL,
  unread integer DEFAULT 0 NOT NULL,
  last_answer_at timestamp(3) with time zone,
  last_answer text,
  refused jsonb
);

CREATE TABLE desk.removed_documents (
  id uuid NOT NULL,
  removed_at timestamp(3) with time zone NOT NULL,
  change bigint DEFAULT 0 NOT NULL,
  changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL
);

CREATE TABLE desk.review_counts (
  hour timestamp(3) with time zone NOT NULL,
  schema_id text NOT NULL,
  deployment_id text NOT NULL,
  person_id text NOT NULL,
  approved integer NOT NULL,
  unchanged integer NOT NULL,
  rejected integer NOT NULL,
  timed integer NOT NULL,
  seconds double precision NOT NULL,
  keys integer NOT NULL,
  automatic integer DEFAULT 0 NOT NULL
);

CREATE TABLE desk.saved_views (
  id uuid NOT NULL,
  name text NOT NULL,
  owner_id text NOT NULL,
  owner_name text NOT NULL,
  is_shared boolean DEFAULT false NOT NULL,
  draft jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.schema_mappings (
  deployment_id text NOT NULL,
  remote_schema_id text NOT NULL,
  schema_id text,
  learning jsonb,
  at timestamp(3) with time zone NOT NULL,
  by_id text NOT NULL,
  by_name text NOT NULL
);

CREATE TABLE desk.schema_settings (
  schema_id text NOT NULL,
  second_approval jsonb NOT NULL,
  priority integer,
  due_after_hours integer,
  sample_percent double precision DEFAULT 0 NOT NULL,
  retention_days integer,
  updated_at timestamp(3) with time zone NOT NULL,
  learn_from_approvals boolean DEFAULT true NOT NULL,
  forgotten_at timestamp(3) with time zone,
  thresholds jsonb,
  automatic_approval jsonb,
  rejection_reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
  is_forgetting boolean DEFAULT false NOT NULL,
  second_opinion_by text
);

CREATE TABLE desk.schema_versions (
  schema_id text NOT NULL,
  version integer NOT NULL,
  draft jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_id text,
  created_by_name text
);

CREATE TABLE desk.schemas (
  id text NOT NULL,
  name text NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp(3) with time zone
);

CREATE TABLE desk.search_entries (
  document_id uuid NOT NULL,
  words tsvector NOT NULL,
  short text NOT NULL,
  phrases text NOT NULL,
  "values" jsonb NOT NULL,
  comments jsonb NOT NULL,
  text text NOT NULL
) WITH (toast_tuple_target=256);

CREATE TABLE desk.second_opinions (
  document_id uuid NOT NULL,
  deployment_id text NOT NULL,
  schema_id text NOT NULL,
  schema_version integer NOT NULL,
  answer_at timestamp(3) with time zone NOT NULL,
  state text NOT NULL,
  message text,
  fields jsonb,
  holds_approval boolean DEFAULT false NOT NULL,
  at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.secret_fingerprints (
  name text NOT NULL,
  fingerprint text NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.seen_engines (
  deployment_id text NOT NULL,
  engine text NOT NULL,
  since timestamp(3) with time zone NOT NULL
);

CREATE TABLE desk.split_parts (
  document_id uuid NOT NULL,
  split_id uuid NOT NULL,
  from_id uuid,
  from_name text NOT NULL,
  pages jsonb NOT NULL
);

CREATE TABLE desk.splits (
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  plan jsonb NOT NULL,
  prior jsonb NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  undone_at timestamp(3) with time zone
);

CREATE TABLE desk.splittings (
  document_id uuid NOT NULL,
  run integer DEFAULT 1 NOT NULL,
  state text NOT NULL,
  segments jsonb DEFAULT '[]'::jsonb NOT NULL,
  engine text,
  failure jsonb,
  requested_by_id text,
  requested_at timestamp(3) with time zone NOT NULL,
  settled_at timestamp(3) with time zone
);

CREATE TABLE desk.stale_searches (
  document_id uuid NOT NULL,
  turn bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL
);

CREATE TABLE desk.submissions (
  document_id uuid NOT NULL,
  deployment_id text NOT NULL,
  remote_document_id text,
  run integer DEFAULT 1 NOT NULL,
  sending integer DEFAULT 1 NOT NULL,
  password text,
  indexed_at timestamp(3) with time zone,
  metadata jsonb,
  trial jsonb
);

CREATE TABLE desk.summaries (
  document_id uuid NOT NULL,
  run integer DEFAULT 1 NOT NULL,
  endpoint text NOT NULL,
  state text NOT NULL,
  text text,
  sentences jsonb DEFAULT '[]'::jsonb NOT NULL,
  failure jsonb,
  raw jsonb,
  requested_at timestamp(3) with time zone NOT NULL,
  settled_at timestamp(3) with time zone,
  title jsonb,
  note text,
  facts jsonb DEFAULT '[]'::jsonb NOT NULL,
  after_action integer DEFAULT 0 NOT NULL,
  of_job_id text
);

CREATE TABLE desk.taught (
  document_id uuid NOT NULL,
  schema_id text NOT NULL,
  deployment_id text NOT NULL,
  remote_document_id text NOT NULL,
  remote_schema_id text NOT NULL,
  revision integer,
  turn integer DEFAULT 1 NOT NULL,
  at timestamp(3) with time zone,
  refused text
);

CREATE TABLE files.removals (
  id uuid NOT NULL,
  sha256 text NOT NULL,
  until timestamp(3) with time zone NOT NULL
);

CREATE TABLE reading.pages (
  sha256 text NOT NULL,
  number integer NOT NULL,
  body bytea NOT NULL
);

CREATE TABLE reading.readings (
  sha256 text NOT NULL,
  version integer NOT NULL,
  media_type text DEFAULT ''::text NOT NULL,
  page_count integer,
  stated_values jsonb DEFAULT '[]'::jsonb NOT NULL,
  attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
  outline jsonb DEFAULT '[]'::jsonb NOT NULL,
  warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
  started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  finished_at timestamp(3) with time zone
);

CREATE TABLE service.api_keys (
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  scopes text[] DEFAULT '{read,submit,admin}'::text[] NOT NULL,
  configured boolean DEFAULT false NOT NULL,
  made_by text,
  expires_at timestamp(3) with time zone
);

CREATE TABLE service.documents (
  id uuid NOT NULL,
  name text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  page_count integer,
  pages_read integer DEFAULT 0 NOT NULL,
  metadata json,
  media_type text,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  error jsonb,
  password text,
  attempt integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  parent_id uuid,
  root_id uuid,
  depth integer DEFAULT 0 NOT NULL,
  attachments json,
  warnings json
);

CREATE TABLE service.examples (
  id uuid NOT NULL,
  schema_id uuid NOT NULL,
  document_id uuid NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  approved json NOT NULL,
  value_count integer NOT NULL,
  approved_by text,
  approved_at timestamp(3) with time zone,
  lesson json,
  lesson_version integer,
  sketch bytea,
  layout_id uuid,
  party_keys text[] DEFAULT '{}'::text[] NOT NULL,
  error jsonb,
  attempt integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  imported_name text,
  own_document_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (imported_name IS NULL) THEN document_id
    ELSE NULL::uuid
END) STORED,
  second_check jsonb
);

CREATE TABLE service.idempotency_keys (
  api_key_id uuid NOT NULL,
  key text NOT NULL,
  holder uuid NOT NULL,
  locked_until timestamp(3) with time zone NOT NULL,
  fingerprint text,
  status integer,
  headers jsonb,
  body json,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE service.jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  document_id uuid NOT NULL,
  schema_id uuid,
  schema_version integer,
  options jsonb DEFAULT '{}'::jsonb NOT NULL,
  result json,
  error jsonb,
  attempt integer DEFAULT 0 NOT NULL,
  deadline_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone
);

CREATE TABLE service.schema_versions (
  schema_id uuid NOT NULL,
  version integer NOT NULL,
  draft jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE service.schemas (
  id uuid NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  removed_at timestamp(3) with time zone
);

CREATE TABLE session.accounts (
  id text NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  password text,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE session.attempts (
  key text NOT NULL,
  count integer NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE session.one_time_links (
  id text NOT NULL,
  kind text NOT NULL,
  token_hash text NOT NULL,
  role text,
  email text,
  user_id text,
  made_by_id text NOT NULL,
  made_by_name text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone
);

CREATE TABLE session.sessions (
  id text NOT NULL,
  token text NOT NULL,
  user_id text NOT NULL,
  ip_address text,
  user_agent text,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE session.settings (
  id text DEFAULT 'desk'::text NOT NULL,
  require_two_factor boolean DEFAULT false NOT NULL
);

CREATE TABLE session.two_factors (
  id text NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text NOT NULL,
  verified boolean DEFAULT false NOT NULL,
  failed_verification_count integer DEFAULT 0 NOT NULL,
  locked_until timestamp(3) with time zone
);

CREATE TABLE session.users (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  role text DEFAULT 'viewer'::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  two_factor_enabled boolean DEFAULT false NOT NULL,
  deactivated_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone
);

CREATE TABLE session.verifications (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE OR REPLACE FUNCTION desk.append_audit(lock_number bigint, entries jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION desk.mark_search_stale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  stale_id uuid;
BEGIN
  IF TG_ARGV[0] = 'id' THEN stale_id := NEW."id"; ELSE stale_id := NEW."document_id"; END IF;
  -- the argument says how long to wait for more of the same: pages come one after the other
  INSERT INTO "desk"."stale_searches" ("document_id", "due_at")
  VALUES (stale_id, clock_timestamp() + TG_ARGV[1]::interval)
  ON CONFLICT ("document_id") DO UPDATE SET "turn" = EXCLUDED."turn", "due_at" = EXCLUDED."due_at", "attempts" = 0;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION desk.note_document_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  NEW.change := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' THEN
    NEW.change := greatest(NEW.change, OLD.change + 1);
  END IF;
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION desk.note_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION desk.touch_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- "note_change" of the document does the rest
  IF TG_OP = 'DELETE' THEN
    UPDATE "desk"."documents" SET "change" = "change" WHERE "id" = OLD.document_id;
  ELSE
    UPDATE "desk"."documents" SET "change" = "change" WHERE "id" = NEW.document_id;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION files.lock_file(lock_name text, hash text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(lock_name, 0));
  RETURN (SELECT max("until") FROM "files"."removals" WHERE "sha256" = hash AND "until" > clock_timestamp());
END
$function$
;

ALTER TABLE desk.actions ADD CONSTRAINT actions_pkey PRIMARY KEY (id);
ALTER TABLE desk.audit_entries ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE desk.backup_runs ADD CONSTRAINT backup_runs_pkey PRIMARY KEY (id);
ALTER TABLE desk.changed_values ADD CONSTRAINT changed_values_key PRIMARY KEY (document_id, field, verdict);
ALTER TABLE desk.classifications ADD CONSTRAINT classifications_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.comments ADD CONSTRAINT comments_pkey PRIMARY KEY (id);
ALTER TABLE desk.comparison_copies ADD CONSTRAINT comparison_copies_pkey PRIMARY KEY (id);
ALTER TABLE desk.counted_documents ADD CONSTRAINT counted_documents_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.decisions ADD CONSTRAINT decisions_pkey PRIMARY KEY (id);
ALTER TABLE desk.deployed_schemas ADD CONSTRAINT deployed_schemas_deployment_id_schema_id_pk PRIMARY KEY (deployment_id, schema_id);
ALTER TABLE desk.deployment_hours ADD CONSTRAINT deployment_hours_deployment_id_hour_pk PRIMARY KEY (deployment_id, hour);
ALTER TABLE desk.deployment_paces ADD CONSTRAINT deployment_paces_pkey PRIMARY KEY (deployment_id);
ALTER TABLE desk.deployment_speeds ADD CONSTRAINT deployment_speeds_deployment_id_kind_pk PRIMARY KEY (deployment_id, kind);
ALTER TABLE desk.deployments ADD CONSTRAINT deployments_pkey PRIMARY KEY (id);
ALTER TABLE desk.document_assignments ADD CONSTRAINT document_assignments_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.document_cells ADD CONSTRAINT document_cells_key PRIMARY KEY (document_id, field, place);
ALTER TABLE desk.document_locks ADD CONSTRAINT document_locks_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.document_postponements ADD CONSTRAINT document_postponements_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.document_splits ADD CONSTRAINT document_splits_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.document_values ADD CONSTRAINT document_values_key PRIMARY KEY (document_id, field);
ALTER TABLE desk.documents ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE desk.evidence_counts ADD CONSTRAINT evidence_counts_key PRIMARY KEY (schema_id, deployment_id, engine, day, field, measure, schema_version);
ALTER TABLE desk.extractions ADD CONSTRAINT extractions_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.failure_counts ADD CONSTRAINT failure_counts_key PRIMARY KEY (day, schema_id, deployment_id);
ALTER TABLE desk.field_counts ADD CONSTRAINT field_counts_key PRIMARY KEY (schema_id, day, field, measure, schema_version, deployment_id);
ALTER TABLE desk.forgotten_approvals ADD CONSTRAINT forgotten_approvals_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.imported_examples ADD CONSTRAINT imported_examples_place PRIMARY KEY (deployment_id, remote_schema_id, remote_document_id);
ALTER TABLE desk.inbox_entries ADD CONSTRAINT inbox_entries_pkey PRIMARY KEY (id);
ALTER TABLE desk.inbox_mails ADD CONSTRAINT inbox_mails_pkey PRIMARY KEY (id);
ALTER TABLE desk.inbox_settings ADD CONSTRAINT inbox_settings_pkey PRIMARY KEY (person_id);
ALTER TABLE desk.insight_settings ADD CONSTRAINT insight_settings_pkey PRIMARY KEY (id);
ALTER TABLE desk.insight_settings ADD CONSTRAINT insight_settings_one CHECK ((id = 1));
ALTER TABLE desk.kept_answers ADD CONSTRAINT kept_answers_document_id_kind_pk PRIMARY KEY (document_id, kind);
ALTER TABLE desk.kind_counts ADD CONSTRAINT kind_counts_key PRIMARY KEY (schema_id, day, deployment_id, likeliest_id, is_sure);
ALTER TABLE desk.nightly_checks ADD CONSTRAINT nightly_checks_pkey PRIMARY KEY (id);
ALTER TABLE desk.nightly_documents ADD CONSTRAINT nightly_documents_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.nightly_runs ADD CONSTRAINT nightly_runs_pkey PRIMARY KEY (id);
ALTER TABLE desk.nightly_settings ADD CONSTRAINT nightly_settings_pkey PRIMARY KEY (id);
ALTER TABLE desk.nightly_settings ADD CONSTRAINT nightly_settings_one CHECK ((id = 1));
ALTER TABLE desk.quality_sample_entries ADD CONSTRAINT quality_sample_entries_document_id_person_id_pk PRIMARY KEY (document_id, person_id);
ALTER TABLE desk.quality_samples ADD CONSTRAINT quality_samples_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.queues ADD CONSTRAINT queues_pkey PRIMARY KEY (id);
ALTER TABLE desk.remote_jobs ADD CONSTRAINT remote_jobs_pkey PRIMARY KEY (id);
ALTER TABLE desk.removed_documents ADD CONSTRAINT removed_documents_pkey PRIMARY KEY (id);
ALTER TABLE desk.review_counts ADD CONSTRAINT review_counts_key PRIMARY KEY (hour, schema_id, deployment_id, person_id);
ALTER TABLE desk.saved_views ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
ALTER TABLE desk.schema_mappings ADD CONSTRAINT schema_mappings_deployment_id_remote_schema_id_pk PRIMARY KEY (deployment_id, remote_schema_id);
ALTER TABLE desk.schema_settings ADD CONSTRAINT schema_settings_pkey PRIMARY KEY (schema_id);
ALTER TABLE desk.schema_versions ADD CONSTRAINT schema_versions_schema_id_version_pk PRIMARY KEY (schema_id, version);
ALTER TABLE desk.schemas ADD CONSTRAINT schemas_pkey PRIMARY KEY (id);
ALTER TABLE desk.search_entries ADD CONSTRAINT search_entries_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.second_opinions ADD CONSTRAINT second_opinions_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.secret_fingerprints ADD CONSTRAINT secret_fingerprints_pkey PRIMARY KEY (name);
ALTER TABLE desk.seen_engines ADD CONSTRAINT seen_engines_key PRIMARY KEY (deployment_id, engine);
ALTER TABLE desk.split_parts ADD CONSTRAINT split_parts_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.splits ADD CONSTRAINT splits_pkey PRIMARY KEY (id);
ALTER TABLE desk.splittings ADD CONSTRAINT splittings_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.stale_searches ADD CONSTRAINT stale_searches_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.submissions ADD CONSTRAINT submissions_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.summaries ADD CONSTRAINT summaries_pkey PRIMARY KEY (document_id);
ALTER TABLE desk.taught ADD CONSTRAINT taught_place PRIMARY KEY (document_id, deployment_id, remote_document_id, remote_schema_id);
ALTER TABLE files.removals ADD CONSTRAINT removals_pkey PRIMARY KEY (id);
ALTER TABLE reading.pages ADD CONSTRAINT pages_sha256_number_pk PRIMARY KEY (sha256, number);
ALTER TABLE reading.readings ADD CONSTRAINT readings_pkey PRIMARY KEY (sha256);
ALTER TABLE service.api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE service.documents ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE service.examples ADD CONSTRAINT examples_pkey PRIMARY KEY (id);
ALTER TABLE service.idempotency_keys ADD CONSTRAINT idempotency_keys_api_key_id_key_pk PRIMARY KEY (api_key_id, key);
ALTER TABLE service.jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE service.schema_versions ADD CONSTRAINT schema_versions_schema_id_version_pk PRIMARY KEY (schema_id, version);
ALTER TABLE service.schemas ADD CONSTRAINT schemas_pkey PRIMARY KEY (id);
ALTER TABLE session.accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE session.attempts ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);
ALTER TABLE session.one_time_links ADD CONSTRAINT one_time_links_pkey PRIMARY KEY (id);
ALTER TABLE session.one_time_links ADD CONSTRAINT one_time_links_token_hash_unique UNIQUE (token_hash);
ALTER TABLE session.sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE session.sessions ADD CONSTRAINT sessions_token_unique UNIQUE (token);
ALTER TABLE session.settings ADD CONSTRAINT settings_pkey PRIMARY KEY (id);
ALTER TABLE session.two_factors ADD CONSTRAINT two_factors_pkey PRIMARY KEY (id);
ALTER TABLE session.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE session.users ADD CONSTRAINT users_email_unique UNIQUE (email);
ALTER TABLE session.verifications ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX actions_order ON desk.actions USING btree (document_id, sequence);
CREATE INDEX audit_document ON desk.audit_entries USING btree (document_id, id);
CREATE INDEX backup_runs_started ON desk.backup_runs USING btree (started_at);
CREATE INDEX changed_values_field ON desk.changed_values USING btree (schema_id, field, at);
CREATE INDEX comments_document ON desk.comments USING btree (document_id, at);
CREATE INDEX comparison_copies_document ON desk.comparison_copies USING btree (document_id);
CREATE UNIQUE INDEX comparison_copies_kept ON desk.comparison_copies USING btree (document_id) WHERE (remove_at IS NULL);
CREATE INDEX comparison_copies_remote ON desk.comparison_copies USING btree (remote_document_id);
CREATE INDEX comparison_copies_remove ON desk.comparison_copies USING btree (remove_at);
CREATE INDEX decisions_actor ON desk.decisions USING btree (actor_id, at);
CREATE INDEX decisions_document ON desk.decisions USING btree (document_id, revision);
CREATE INDEX document_assignments_person ON desk.document_assignments USING btree (person_id);
CREATE INDEX document_cells_date ON desk.document_cells USING btree (schema_id, field, date, document_id) WHERE (date IS NOT NULL);
CREATE INDEX document_cells_number ON desk.document_cells USING btree (schema_id, field, number, document_id) WHERE (number IS NOT NULL);
CREATE INDEX document_cells_text ON desk.document_cells USING btree (schema_id, field, folded, document_id) WHERE ((number IS NULL) AND (date IS NULL));
CREATE INDEX document_postponements_until ON desk.document_postponements USING btree (until);
CREATE INDEX document_values_date ON desk.document_values USING btree (schema_id, field, date, document_id);
CREATE INDEX document_values_number ON desk.document_values USING btree (schema_id, field, number, document_id);
CREATE INDEX document_values_text ON desk.document_values USING btree (schema_id, field, folded, document_id);
CREATE INDEX documents_changed_in ON desk.documents USING btree (changed_in);
CREATE INDEX documents_created ON desk.documents USING btree (created_at, id);
CREATE INDEX documents_in_flight ON desk.documents USING btree (id) WHERE (state = ANY (ARRAY['received'::text, 'indexing'::text, 'extracting'::text]));
CREATE UNIQUE INDEX documents_parent ON desk.documents USING btree (parent_id, sha256);
CREATE INDEX documents_schema ON desk.documents USING btree (schema_id, state);
CREATE INDEX documents_sha256 ON desk.documents USING btree (sha256);
CREATE INDEX documents_state ON desk.documents USING btree (state, created_at);
CREATE INDEX field_counts_day ON desk.field_counts USING btree (day);
CREATE INDEX imported_examples_schema ON desk.imported_examples USING btree (schema_id);
CREATE UNIQUE INDEX inbox_entries_cause ON desk.inbox_entries USING btree (person_id, kind, cause);
CREATE INDEX inbox_entries_comment ON desk.inbox_entries USING btree (comment_id);
CREATE INDEX inbox_entries_deployment ON desk.inbox_entries USING btree (deployment_id);
CREATE INDEX inbox_entries_document ON desk.inbox_entries USING btree (document_id);
CREATE INDEX inbox_entries_group ON desk.inbox_entries USING btree (group_id);
CREATE INDEX inbox_entries_mail ON desk.inbox_entries USING btree (mail_id);
CREATE INDEX inbox_entries_person ON desk.inbox_entries USING btree (person_id, at);
CREATE INDEX inbox_entries_schema ON desk.inbox_entries USING btree (schema_id);
CREATE INDEX inbox_entries_settled ON desk.inbox_entries USING btree (settled_at);
CREATE INDEX inbox_entries_unread ON desk.inbox_entries USING btree (person_id, group_id) WHERE ((read_at IS NULL) AND (settled_at IS NULL));
CREATE INDEX inbox_mails_created ON desk.inbox_mails USING btree (created_at);
CREATE INDEX kept_answers_sha256 ON desk.kept_answers USING btree (sha256);
CREATE INDEX kind_counts_day ON desk.kind_counts USING btree (day);
CREATE INDEX nightly_checks_schema ON desk.nightly_checks USING btree (schema_id, at);
CREATE INDEX nightly_documents_schema ON desk.nightly_documents USING btree (schema_id);
CREATE INDEX nightly_runs_started ON desk.nightly_runs USING btree (started_at);
CREATE INDEX quality_samples_open ON desk.quality_samples USING btree (looked_at, chosen_at);
CREATE UNIQUE INDEX remote_jobs_document ON desk.remote_jobs USING btree (document_id, kind);
CREATE UNIQUE INDEX remote_jobs_schema ON desk.remote_jobs USING btree (deployment_id, remote_schema_id);
CREATE INDEX removed_changed_in ON desk.removed_documents USING btree (changed_in);
CREATE INDEX saved_views_owner ON desk.saved_views USING btree (owner_id);
CREATE INDEX saved_views_shared ON desk.saved_views USING btree (name) WHERE is_shared;
CREATE UNIQUE INDEX schema_mappings_schema ON desk.schema_mappings USING btree (deployment_id, schema_id);
CREATE INDEX search_entries_words ON desk.search_entries USING gin (words);
CREATE INDEX second_opinions_schema ON desk.second_opinions USING btree (schema_id);
CREATE INDEX second_opinions_state ON desk.second_opinions USING btree (state, at);
CREATE INDEX split_parts_from ON desk.split_parts USING btree (from_id);
CREATE INDEX split_parts_split ON desk.split_parts USING btree (split_id);
CREATE UNIQUE INDEX splits_in_force ON desk.splits USING btree (document_id) WHERE (undone_at IS NULL);
CREATE INDEX stale_searches_turn ON desk.stale_searches USING btree (turn);
CREATE INDEX submissions_remote ON desk.submissions USING btree (remote_document_id);
CREATE INDEX taught_schema ON desk.taught USING btree (schema_id);
CREATE INDEX removals_sha256 ON files.removals USING btree (sha256);
CREATE UNIQUE INDEX api_keys_hash ON service.api_keys USING btree (hash);
CREATE UNIQUE INDEX documents_parent ON service.documents USING btree (parent_id, sha256);
CREATE INDEX documents_root ON service.documents USING btree (root_id);
CREATE INDEX documents_sha256 ON service.documents USING btree (sha256);
CREATE INDEX documents_status ON service.documents USING btree (status, updated_at);
CREATE UNIQUE INDEX examples_document ON service.examples USING btree (document_id, schema_id);
CREATE INDEX examples_learned ON service.examples USING btree (schema_id, lesson_version, id, attempt) WHERE (status = 'completed'::text);
CREATE INDEX examples_own_document ON service.examples USING btree (own_document_id);
CREATE INDEX examples_parties ON service.examples USING gin (party_keys);
CREATE INDEX examples_schema ON service.examples USING btree (schema_id, id);
CREATE INDEX idempotency_keys_created ON service.idempotency_keys USING btree (created_at);
CREATE INDEX jobs_document ON service.jobs USING btree (document_id, kind);
CREATE INDEX jobs_kind ON service.jobs USING btree (kind, id);
CREATE INDEX jobs_previews ON service.jobs USING btree (created_at) WHERE ((options -> 'draft'::text) IS NOT NULL);
CREATE INDEX jobs_unsettled ON service.jobs USING btree (status, updated_at) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX accounts_user ON session.accounts USING btree (user_id);
CREATE INDEX attempts_ends ON session.attempts USING btree (ends_at);
CREATE INDEX one_time_links_user ON session.one_time_links USING btree (user_id);
CREATE INDEX sessions_user ON session.sessions USING btree (user_id);
CREATE UNIQUE INDEX two_factors_user ON session.two_factors USING btree (user_id);
CREATE INDEX verifications_identifier ON session.verifications USING btree (identifier);
CREATE TRIGGER mark_search_stale AFTER INSERT ON desk.actions FOR EACH ROW EXECUTE FUNCTION desk.mark_search_stale('document_id', '0 s');
CREATE TRIGGER mark_search_stale AFTER INSERT ON desk.comments FOR EACH ROW EXECUTE FUNCTION desk.mark_search_stale('document_id', '0 s');
CREATE TRIGGER touch_document AFTER INSERT OR DELETE OR UPDATE ON desk.document_assignments FOR EACH ROW EXECUTE FUNCTION desk.touch_document();
CREATE TRIGGER touch_document AFTER INSERT OR DELETE ON desk.document_locks FOR EACH ROW EXECUTE FUNCTION desk.touch_document();
CREATE TRIGGER touch_document_if_taken AFTER UPDATE ON desk.document_locks FOR EACH ROW WHEN (((((old.holder_id IS DISTINCT FROM new.holder_id) OR (old.tab IS DISTINCT FROM new.tab)) OR (old.since IS DISTINCT FROM new.since)) OR (old.ahead IS DISTINCT FROM new.ahead))) EXECUTE FUNCTION desk.touch_document();
CREATE TRIGGER touch_document AFTER INSERT OR DELETE OR UPDATE ON desk.document_postponements FOR EACH ROW EXECUTE FUNCTION desk.touch_document();
CREATE TRIGGER touch_document AFTER INSERT OR DELETE OR UPDATE ON desk.document_splits FOR EACH ROW EXECUTE FUNCTION desk.touch_document();
CREATE TRIGGER mark_search_stale AFTER INSERT ON desk.documents FOR EACH ROW EXECUTE FUNCTION desk.mark_search_stale('id', '0 s');
CREATE TRIGGER mark_search_stale_if_named AFTER UPDATE OF name, folder, schema_id, schema_name ON desk.documents FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.folder IS DISTINCT FROM new.folder)) OR (old.schema_id IS DISTINCT FROM new.schema_id)) OR (old.schema_name IS DISTINCT FROM new.schema_name))) EXECUTE FUNCTION desk.mark_search_stale('id', '0 s');
CREATE TRIGGER mark_search_stale_if_read AFTER UPDATE OF pages_read ON desk.documents FOR EACH ROW WHEN ((old.pages_read IS DISTINCT FROM new.pages_read)) EXECUTE FUNCTION desk.mark_search_stale('id', '2 s');
CREATE TRIGGER note_change BEFORE INSERT OR UPDATE ON desk.documents FOR EACH ROW EXECUTE FUNCTION desk.note_document_change();
CREATE TRIGGER mark_search_stale AFTER INSERT OR UPDATE ON desk.extractions FOR EACH ROW EXECUTE FUNCTION desk.mark_search_stale('document_id', '0 s');
CREATE TRIGGER note_change BEFORE INSERT OR UPDATE ON desk.removed_documents FOR EACH ROW EXECUTE FUNCTION desk.note_removal();
CREATE TRIGGER touch_document AFTER INSERT OR DELETE OR UPDATE ON desk.split_parts FOR EACH ROW EXECUTE FUNCTION desk.touch_document();
ALTER TABLE desk.actions ADD CONSTRAINT actions_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.changed_values ADD CONSTRAINT changed_values_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.classifications ADD CONSTRAINT classifications_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.comments ADD CONSTRAINT comments_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.comparison_copies ADD CONSTRAINT comparison_copies_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id);
ALTER TABLE desk.comparison_copies ADD CONSTRAINT comparison_copies_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE SET NULL;
ALTER TABLE desk.counted_documents ADD CONSTRAINT counted_documents_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.decisions ADD CONSTRAINT decisions_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.deployed_schemas ADD CONSTRAINT deployed_schemas_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id);
ALTER TABLE desk.deployment_hours ADD CONSTRAINT deployment_hours_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.deployment_paces ADD CONSTRAINT deployment_paces_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.deployment_speeds ADD CONSTRAINT deployment_speeds_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.document_assignments ADD CONSTRAINT document_assignments_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.document_cells ADD CONSTRAINT document_cells_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.document_locks ADD CONSTRAINT document_locks_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.document_postponements ADD CONSTRAINT document_postponements_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.document_splits ADD CONSTRAINT document_splits_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.document_values ADD CONSTRAINT document_values_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.documents ADD CONSTRAINT documents_parent_id_documents_id_fk FOREIGN KEY (parent_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.extractions ADD CONSTRAINT extractions_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.forgotten_approvals ADD CONSTRAINT forgotten_approvals_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.imported_examples ADD CONSTRAINT imported_examples_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.inbox_entries ADD CONSTRAINT inbox_entries_comment_id_comments_id_fk FOREIGN KEY (comment_id) REFERENCES desk.comments(id) ON DELETE CASCADE;
ALTER TABLE desk.inbox_entries ADD CONSTRAINT inbox_entries_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.inbox_entries ADD CONSTRAINT inbox_entries_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.inbox_entries ADD CONSTRAINT inbox_entries_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES desk.schemas(id) ON DELETE CASCADE;
ALTER TABLE desk.kept_answers ADD CONSTRAINT kept_answers_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.nightly_checks ADD CONSTRAINT nightly_checks_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES desk.schemas(id) ON DELETE CASCADE;
ALTER TABLE desk.nightly_documents ADD CONSTRAINT nightly_documents_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.nightly_documents ADD CONSTRAINT nightly_documents_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES desk.schemas(id) ON DELETE CASCADE;
ALTER TABLE desk.quality_sample_entries ADD CONSTRAINT quality_sample_entries_sample_fk FOREIGN KEY (document_id) REFERENCES desk.quality_samples(document_id) ON DELETE CASCADE;
ALTER TABLE desk.quality_samples ADD CONSTRAINT quality_samples_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.remote_jobs ADD CONSTRAINT remote_jobs_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.remote_jobs ADD CONSTRAINT remote_jobs_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.remote_jobs ADD CONSTRAINT remote_jobs_mapping_fk FOREIGN KEY (deployment_id, remote_schema_id) REFERENCES desk.schema_mappings(deployment_id, remote_schema_id) ON DELETE CASCADE;
ALTER TABLE desk.schema_mappings ADD CONSTRAINT schema_mappings_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.schema_mappings ADD CONSTRAINT schema_mappings_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES desk.schemas(id);
ALTER TABLE desk.schema_versions ADD CONSTRAINT schema_versions_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES desk.schemas(id);
ALTER TABLE desk.search_entries ADD CONSTRAINT search_entries_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.second_opinions ADD CONSTRAINT second_opinions_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.split_parts ADD CONSTRAINT split_parts_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.split_parts ADD CONSTRAINT split_parts_from_id_documents_id_fk FOREIGN KEY (from_id) REFERENCES desk.documents(id) ON DELETE SET NULL;
ALTER TABLE desk.splits ADD CONSTRAINT splits_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.splittings ADD CONSTRAINT splittings_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.stale_searches ADD CONSTRAINT stale_searches_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.submissions ADD CONSTRAINT submissions_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id);
ALTER TABLE desk.submissions ADD CONSTRAINT submissions_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.summaries ADD CONSTRAINT summaries_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE desk.taught ADD CONSTRAINT taught_deployment_id_deployments_id_fk FOREIGN KEY (deployment_id) REFERENCES desk.deployments(id) ON DELETE CASCADE;
ALTER TABLE desk.taught ADD CONSTRAINT taught_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES desk.documents(id) ON DELETE CASCADE;
ALTER TABLE reading.pages ADD CONSTRAINT pages_sha256_readings_sha256_fk FOREIGN KEY (sha256) REFERENCES reading.readings(sha256) ON DELETE CASCADE;
ALTER TABLE service.documents ADD CONSTRAINT documents_parent_id_documents_id_fk FOREIGN KEY (parent_id) REFERENCES service.documents(id) ON DELETE CASCADE;
ALTER TABLE service.examples ADD CONSTRAINT examples_own_document_id_documents_id_fk FOREIGN KEY (own_document_id) REFERENCES service.documents(id) ON DELETE CASCADE;
ALTER TABLE service.examples ADD CONSTRAINT examples_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES service.schemas(id) ON DELETE CASCADE;
ALTER TABLE service.idempotency_keys ADD CONSTRAINT idempotency_keys_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES service.api_keys(id) ON DELETE CASCADE;
ALTER TABLE service.jobs ADD CONSTRAINT jobs_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES service.documents(id) ON DELETE CASCADE;
ALTER TABLE service.schema_versions ADD CONSTRAINT schema_versions_schema_id_schemas_id_fk FOREIGN KEY (schema_id) REFERENCES service.schemas(id) ON DELETE CASCADE;
ALTER TABLE session.accounts ADD CONSTRAINT accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES session.users(id) ON DELETE CASCADE;
ALTER TABLE session.one_time_links ADD CONSTRAINT one_time_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES session.users(id) ON DELETE CASCADE;
ALTER TABLE session.sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES session.users(id) ON DELETE CASCADE;
ALTER TABLE session.two_factors ADD CONSTRAINT two_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES session.users(id) ON DELETE CASCADE;
