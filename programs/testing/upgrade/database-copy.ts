import pg from 'pg';
import { dumpStructure, type Structure } from '#lib/platform/database/testing/dump-structure.ts';

/** A database as text: the structure as SQL, a table's rows as lines of JSON (an array of texts or nulls, in the order of `columns`). */
export type DatabaseCopy = {
  structure: Structure;
  tables: { name: string; columns: { name: string; type: string }[]; rows: string[] }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
};

/** So that a text stands for the same value wherever it is read. */
const SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set search_path = ''";
const ROWS_AT_ONCE = 500;

const LIST_SCHEMAS = `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`;
const LIST_COLUMNS = `
  select c.oid::regclass::text as table, quote_ident(a.attname) as column, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = any($1) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by n.nspname, c.relname, a.attnum`;
const LIST_SEQUENCES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'S' order by 1`;

/** Copies a whole database, whatever is in it. Nobody may write to it meanwhile. */
export async function copyDatabase(url: string): Promise<DatabaseCopy> {
  return withClient(url, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(LIST_SCHEMAS);
    const schemas = names.map(({ name }) => name);
    const structure = await dumpStructure(client, schemas);
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(LIST_COLUMNS, [schemas]);
    const tables: DatabaseCopy['tables'] = [];
    for (const { table, column, type } of columns) {
      if (tables.at(-1)?.name !== table) tables.push({ name: table, columns: [], rows: [] });
      tables.at(-1)?.columns.push({ name: column, type });
    }
    for (const table of tables) {
      const texts = table.columns.map(({ name }) => `${name}::text`).join(', ');
      const { rows } = await client.query<{ line: string }>(`select array_to_json(array[${texts}])::text as line from only ${table.name}`);
      table.rows = rows.map(({ line }) => line).sort();
    }
    const { rows: found } = await client.query<{ name: string }>(LIST_SEQUENCES, [schemas]);
    const sequences = [];
    for (const { name } of found) {
      const { rows } = await client.query<{ value: string; called: boolean }>(
        `select last_value::text as value, is_called as called from ${name}`,
      );
      sequences.push({ name, value: rows[0]!.value, isCalled: rows[0]!.called });
    }
    return { structure, tables: tables.filter(({ rows }) => rows.length > 0), sequences };
  });
}

/** Puts a copy into an empty database, in one transaction. */
export async function restoreDatabase(url: string, copy: DatabaseCopy): Promise<void> {
  await withClient(url, async (client) => {
    // functions may name tables that come later
    await client.query('begin; set local check_function_bodies = off');
    for (const statement of copy.structure.tables) await client.query(statement);
    for (const { name, columns, rows } of copy.tables) {
      const names = columns.map((column) => column.name).join(', ');
      const values = columns.map(({ type }, index) => `(entry ->> ${index})::${type}`).join(', ');
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        await client.query(
          `insert into ${name} (${names}) overriding system value select ${values} from json_array_elements($1::json) entry`,
          [`[${rows.slice(from, from + ROWS_AT_ONCE).join(',')}]`],
        );
      }
    }
    for (const { name, value, isCalled } of copy.sequences) await client.query('select setval($1, $2, $3)', [name, value, isCalled]);
    for (const statement of copy.structure.guards) await client.query(statement);
    await client.query('commit');
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    await client.end();
  }
}
