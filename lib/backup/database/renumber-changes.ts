import type pg from 'pg';

/** Documents that share a number: fewer than the delta request answers with at a time. */
const SHARE = 1000;
/** More than a document's own count of changes grows in between two backups. */
const AHEAD = 1_000_000_000;

/** Numbers of transactions that no rows have yet. */
export type FreshNumbers = { first: bigint; count: number };

/**
 * Takes numbers of transactions of this server, one for every thousand documents. Not inside a transaction: each has to be over before
 * the rows come.
 */
export async function takeFreshNumbers(client: pg.Client, documents: number): Promise<FreshNumbers> {
  const count = Math.ceil(documents / SHARE) + 1;
  const numbers: bigint[] = [];
  for (let taken = 0; taken < count; taken += 1) {
    const { rows } = await client.query<{ number: string }>('select pg_current_xact_id()::text as number');
    numbers.push(BigInt(rows[0]?.number ?? 0));
  }
  // others may take some in between; then there are more of them, not fewer
  return { first: numbers[0] as bigint, count };
}

/**
 * Gives the documents of a restore numbers that this server has given to transactions. The cursor of the delta request is such a number:
 * with those of the server that the backup is from, either every document would count as changed for ever, or none. All of them are newer
 * than any cursor from before, so that each open tab gets them once, in portions; and each document counts as changed since whatever a
 * tab has seen of it.
 */
export async function renumberChanges(client: pg.Client, { first, count }: FreshNumbers): Promise<void> {
  await client.query(
    `update desk.documents as document
     set changed_in = ($1::bigint + least(placed.place / $2, $3 - 1))::text::xid8, change = change + $4
     from (select id, (row_number() over (order by changed_in, id) - 1) as place from desk.documents) as placed
     where placed.id = document.id`,
    [first, SHARE, count, AHEAD],
  );
  await client.query('update desk.removed_documents set changed_in = $1::text::xid8', [first]);
}
