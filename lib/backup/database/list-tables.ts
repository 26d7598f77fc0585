import type pg from 'pg';

/** The schemas that are backed up: those of the rooms, and the job queue's. */
export const SCHEMAS = ['session', 'files', 'service', 'reading', 'desk', 'pgboss'] as const;

/** A schema that every database has once it was migrated: it says by which migrations, and is not copied. */
export const JOURNAL = 'migrations';

/** Says by which version of the queue's tables it was made; installing them fills it. */
const VERSION_OF_QUEUE = 'pgboss.version';

export type Table = { schema: string; name: string; columns: string[] };

/** Tables with their columns, those first that others refer to. Parts of a table come with the whole. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { oid: string }>(
    `select c.oid::text as oid, n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and n.nspname || '.' || c.relname <> $2
     order by array_position($1, n.nspname::text), c.relname`,
    [SCHEMAS, VERSION_OF_QUEUE],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select conrelid::text as from, confrelid::text as to from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  return inOrder(rows, references).map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** @throws Error when tables refer to each other in a circle */
function inOrder<T extends { oid: string; name: string }>(tables: T[], references: { from: string; to: string }[]): T[] {
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const ordered = new Set<T>();
  const visiting = new Set<T>();
  const visit = (table: T) => {
    if (ordered.has(table)) return;
    if (visiting.has(table)) throw new Error(`The table ${table.name} refers to itself by others.`);
    visiting.add(table);
    for (const { from, to } of references) {
      const other = from === table.oid ? byOid.get(to) : undefined;
      if (other) visit(other);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

export type Sequence = { schema: string; name: string; value: string };

/** Sequences that gave a number already. `value`: the last one. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}
