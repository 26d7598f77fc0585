import { sql } from 'drizzle-orm';
import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import type { Desk } from '#lib/desk/context/desk.ts';
import { queues } from '#lib/desk/documents/tables.ts';
import { indexStale } from '#lib/desk/search/indexing/index-stale.ts';
import { insertReviewable, ORDER } from '#lib/desk/testing/insert-reviewable.ts';
import { newId, now } from '#lib/platform/clock.ts';

/** Of 40 documents. The order spreads the states over schemas, folders and people. */
const STATES = [
  ...Array.from({ length: 12 }, () => ['to_review', 'approved']).flat(),
  ...['approved', 'approved', 'approved', 'approved', 'rejected', 'rejected', 'indexed', 'indexed'],
  ...['received', 'indexing', 'stacked', 'classifying', 'unclassified', 'extracting', 'failed', 'split'],
];

const MEASURES = [
  ...['right', 'corrected', 'missed', 'flagged', 'needless', 'timed', 'seconds', 'keys'],
  ...['reason:low_confidence:needless', 'confidence:18:right', 'confidence:18:wrong'],
];

/** The people who work at the desk. */
export const PEOPLE = Array.from({ length: 200 }, (_, index) => ({ id: `person-${index}`, name: `Person ${index}` }));

/**
 * Fills an empty desk with documents in all states, in four queues, some of them assigned, postponed, locked, attached to others or split.
 * @param count a multiple of 40
 */
export async function fillDesk(desk: Desk, count: number): Promise<void> {
  const { database } = desk;
  const orders = await insertReviewable(desk);
  await insertReviewable(desk, { schema: { ...ORDER, name: 'Delivery note' } });
  const states = sql.param(STATES);
  await database.execute(sql`
    insert into desk.documents (id, name, folder, state, media_type, size, sha256, page_count, pages_read, schema_id, schema_name,
      schema_version, open_flags, lowest_confidence, created_at, created_by_id, created_by_name, updated_at, review_since, priority, due_at,
      approved_at)
    select gen_random_uuid(), format('%s-%s.pdf', case when n % 10 = 1 then 'invoice' else 'order' end, n), format('inbox/%s', n % 12),
      (${states}::text[])[1 + n % 40], 'application/pdf', n, md5(n::text) || md5((-n)::text), 1 + n % 9, 1 + n % 9, first.schema_id,
      first.schema_name, first.schema_version, n % 4, (n % 100) / 100.0, at, 'person-1', 'Person 1', at, at, nullif(n % 7, 0) % 3,
      at + make_interval(days => n % 60), case when (${states}::text[])[1 + n % 40] = 'approved' then at end
    from generate_series(1, ${count}) n
    cross join lateral (select now() - make_interval(mins => ${count} - n) as at) moment
    join (select *, row_number() over (order by created_at) as turn from desk.documents) first on first.turn = 1 + n / 2 % 2`);
  await database.execute(sql`
    update desk.documents child set parent_id = parent.id, parent_name = parent.name from desk.documents parent
    where child.size % 10 = 5 and parent.size = child.size - 1`);
  await database.execute(sql`
    insert into desk.submissions (document_id, deployment_id, remote_document_id)
    select document.id, deployment_id, gen_random_uuid() from desk.documents document, desk.submissions on conflict do nothing`);
  await database.execute(sql`
    insert into desk.extractions (document_id, schema_id, schema_version, job_id, result, unfitting, raw, at)
    select document.id, first.schema_id, first.schema_version, job_id, result, unfitting, raw, at
    from desk.documents document join desk.extractions first using (schema_id)
    where state in ('to_review', 'approved', 'rejected') on conflict do nothing`);
  await database.execute(sql`
    insert into desk.decisions (id, document_id, kind, revision, actor_id, actor_name, at)
    select gen_random_uuid(), id, 'approve', 1, format('person-%s', size % 200), 'Person', updated_at from desk.documents where state = 'approved'`);
  await database.execute(sql`
    insert into desk.document_assignments (document_id, person_id, person_name)
    select id, format('person-%s', size % 200), 'Person' from desk.documents where size % 5 = 0`);
  await database.execute(sql`
    insert into desk.document_postponements (document_id, until, reason)
    select id, now() + make_interval(days => size::int % 30 - 5), 'Waits for an answer' from desk.documents where size % 11 = 0`);
  await database.execute(sql`
    insert into desk.document_locks (document_id, holder_id, holder_name, tab, since, expires_at)
    select id, 'person-7', 'Person 7', 'other', now(), now() + interval '1 day' from desk.documents where state = 'to_review' and size % 150 = 0`);
  await database.execute(sql`
    insert into desk.document_splits (document_id, state, count)
    select id, case state when 'split' then 'done' else 'proposed' end, 2 from desk.documents where state = 'split' or size % 50 = 0`);
  const drafts = [
    { name: 'Orders', filter: { schema_id: orders.schemaId }, order: 'priority' },
    { name: 'Flagged', filter: { flagged: true }, order: 'worst' },
    { name: 'Mine', filter: { assigned_to: 'me' }, order: 'due' },
    { name: 'Folder', filter: { folder: 'inbox/3', assigned_to: 'nobody' }, order: 'oldest' },
  ].map((draft) => queueDraftSchema.parse(draft));
  await database.insert(queues).values(drafts.map((draft) => ({ id: newId(), draft, createdAt: now(), updatedAt: now() })));
  await fillCounts(desk);
  await fillSearch(desk);
  await database.execute(sql`vacuum analyze`);
}

/**
 * The sums of the insights, as they would be after these approvals, and what each document counts: of fifteen fields with eleven measures each. No
 * document counts the reason `rare`, so that looking for it reads as many as it may.
 */
async function fillCounts({ database }: Desk): Promise<void> {
  const measures = sql.param(MEASURES);
  await database.execute(sql`
    insert into desk.review_counts (hour, schema_id, deployment_id, person_id, approved, unchanged, rejected, timed, seconds, keys)
    select date_trunc('hour', decision.at), document.schema_id, submission.deployment_id, decision.actor_id, count(*), count(*), 0, count(*),
      count(*) * 20, count(*) * 9
    from desk.decisions decision
    join desk.documents document on document.id = decision.document_id
    join desk.submissions submission on submission.document_id = document.id
    group by 1, 2, 3, 4`);
  await database.execute(sql`
    insert into desk.field_counts (day, schema_id, schema_version, deployment_id, field, measure, count)
    select (decision.at at time zone 'UTC')::date, document.schema_id, document.schema_version, submission.deployment_id,
      format('field_%s', field), measure, count(*)
    from desk.decisions decision
    join desk.documents document on document.id = decision.document_id
    join desk.submissions submission on submission.document_id = document.id
    cross join generate_series(1, 15) field
    cross join unnest(${measures}::text[]) measure
    group by 1, 2, 3, 4, 5, 6`);
  await database.execute(sql`
    insert into desk.counted_documents (document_id, revision, counts)
    select id, 1, jsonb_build_object('schemaId', schema_id, 'day', approved_at::date, 'fields', fields)
    from desk.documents, (
      select jsonb_object_agg(format('field_%s', field), (select jsonb_object_agg(measure, 1) from unnest(${measures}::text[]) measure)) as fields
      from generate_series(1, 15) field
    ) made
    where approved_at is not null`);
}

/** Words of the made texts; a text has forty of them, some of which are in most texts and some in few. */
const WORDS = 4000;
const WORDS_OF_TEXT = 40;

/** What documents can be found by, as the worker would write it, but made in the database: a hundred thousand are too many for it. */
async function fillSearch(desk: Desk): Promise<void> {
  const { database } = desk;
  // the rows of the first two, which say how the rest is to look
  await database.execute(
    sql`delete from desk.stale_searches where document_id not in (select document_id from desk.submissions order by document_id limit 2)`,
  );
  await indexStale(desk);
  await database.execute(sql`
    insert into desk.search_entries (document_id, words, short, phrases, values, comments, text)
    select id, array_to_tsvector(array(select distinct unnest(grams || tokens || array['invoice', '#' || size, split_part(lower(name), '-', 1)]))),
      short, ' ' || array_to_string(tokens, ' ') || ' ', jsonb_build_array(jsonb_build_object('label', 'number', 'text', 'supplier ' || size % 500)), '[]',
      array_to_string(tokens, ' ')
    from (
      select id, size, name, lower(name) || ' ' || folder || ' supplier ' || size % 500 as short,
        array(select 'word' || (${WORDS} * power(mod((size * 7919 + n * 104729)::numeric, 10007) / 10007, 3))::int from generate_series(1, ${WORDS_OF_TEXT}) n) as tokens,
        array(select '~' || substr(lower(name) || ' ' || folder || ' supplier ' || size % 500, n, 3) from generate_series(1, length(name) + length(folder) + 10) n) as grams
      from desk.documents
    ) made
    on conflict do nothing`);
  await database.execute(sql`
    insert into desk.document_values (document_id, schema_id, field, text, folded, number, date)
    select id, schema_id, field, shown, lower(shown), number, date from desk.documents,
      lateral (values
        ('number', 'Supplier ' || size % 500, null::float8, null::date),
        ('total', (size * 7919 % 100000 / 100.0)::text, size * 7919 % 100000 / 100.0, null),
        ('date', null, null, date '2024-01-01' + (size * 31 % 900)::int)
      ) made (field, given, number, date), lateral (select coalesce(given, date::text) as shown) as text
    where schema_id is not null on conflict do nothing`);
  await database.execute(sql`
    insert into desk.document_cells (document_id, schema_id, field, place, folded, number)
    select id, schema_id, field, place, folded, number from desk.documents, generate_series(0, 4) place,
      lateral (values
        ('lines.item', 'item ' || (size * 31 + place * 7919) % 3000, null::float8),
        ('lines.amount', ((size * 7919 + place * 104729) % 100000)::text, (size * 7919 + place * 104729) % 100000 / 100.0)
      ) made (field, folded, number)
    where schema_id is not null on conflict do nothing`);
}
