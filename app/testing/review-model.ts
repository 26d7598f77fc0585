import type { ActionDraft, MergedFields } from '#lib/contract/desk/review.ts';
import type { Value } from '#lib/contract/service/extraction.ts';

/** What a person meant by an action, told by rows' keys, from what they saw. Written down apart from the product's own records. */
export type Intent = { id: string; draft: ActionDraft; name: string; row?: string; column?: string; seen?: Value; after?: string | null };

type ModelRow = { key: string; cells: Record<string, Value> };
/** A document as plain as can be: values, and rows with keys. */
export type Model = { values: Record<string, Value>; rows: Record<string, ModelRow[]> };

/** The plain form of what the desk shows. */
export function modelOf(fields: MergedFields): Model {
  const model: Model = { values: {}, rows: {} };
  for (const [name, entry] of Object.entries(fields)) {
    if (!Array.isArray(entry)) model.values[name] = entry.value;
    else
      model.rows[name] = entry.map(({ key, cells }) => ({
        key,
        cells: Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell.value])),
      }));
  }
  return model;
}

/** What a person means by an action on the document they see. */
export function intentOf(fields: MergedFields, id: string, draft: ActionDraft): Intent {
  const [, name = '', index, column] = draft.pointer.split('/');
  const entry = fields[name];
  if (!Array.isArray(entry)) return { id, draft, name, ...(entry ? { seen: entry.value } : {}) };
  if (draft.kind === 'insert_row') return { id, draft, name, row: draft.restores ?? id, after: entry[Number(index) - 1]?.key ?? null };
  const row = entry[Number(index)];
  if (!row) throw new Error(`The test acts on a row that is not shown: ${draft.pointer}`);
  if (draft.kind === 'move_row') {
    const others = entry.filter((other) => other !== row);
    return { id, draft, name, row: row.key, after: others[draft.to - 1]?.key ?? null };
  }
  const cell = column === undefined ? undefined : row.cells[column];
  return { id, draft, name, row: row.key, ...(column === undefined ? {} : { column }), ...(cell ? { seen: cell.value } : {}) };
}

/**
 * Does to the model what was meant, and says what is wrong with it: an action that reached another place than meant, or one
 * that overwrote a value its person had not seen.
 * @param draft as the desk saved it
 * @param first the document with its extracted values
 * @param mayOverwrite whether the person chose to, knowing this value
 */
export function applyIntent(
  model: Model,
  intent: Intent,
  draft: ActionDraft,
  first: Model,
  mayOverwrite: (target: string, value: Value) => boolean,
): string | null {
  const { name, row: key, column } = intent;
  const rows = model.rows[name];
  const target = [name, key, column].filter((part) => part !== undefined).join('/');
  if (!rows || key === undefined) {
    const fault = overwrites(model.values[name] ?? null, intent, draft, target, first.values[name] ?? null, mayOverwrite);
    model.values[name] = resultOf(draft, model.values[name] ?? null, first.values[name] ?? null);
    return fault;
  }
  const original = first.rows[name]?.find((row) => row.key === key);
  const savedAt = Number(draft.pointer.split('/')[2]);
  const place = (list: ModelRow[], fallback: number) => {
    const at = list.findIndex((row) => row.key === intent.after);
    return intent.after === null ? 0 : at < 0 ? Math.min(fallback, list.length) : at + 1;
  };
  if (draft.kind === 'insert_row') {
    if (rows.some((row) => row.key === key)) return `${target} was added twice`;
    const blank = Object.fromEntries(Object.keys(first.rows[name]?.[0]?.cells ?? {}).map((cell) => [cell, null]));
    const given = Object.fromEntries(Object.entries(draft.values).map(([cell, { value }]) => [cell, value]));
    rows.splice(place(rows, savedAt), 0, { key, cells: { ...(original?.cells ?? blank), ...given } });
    return null;
  }
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!row) return `${draft.kind} of ${target}, which is gone`;
  if (index !== savedAt) return `${draft.kind} meant for row ${key} (${index}) was saved for row ${savedAt}`;
  if (draft.kind === 'remove_row') rows.splice(index, 1);
  else if (draft.kind === 'move_row') {
    rows.splice(index, 1);
    rows.splice(place(rows, draft.to), 0, row);
  } else if (column !== undefined) {
    const before = row.cells[column] ?? null;
    const machine = original?.cells[column] ?? null;
    row.cells[column] = resultOf(draft, before, machine);
    return overwrites(before, intent, draft, target, machine, mayOverwrite);
  }
  return null;
}

function resultOf(draft: ActionDraft, before: Value, machine: Value): Value {
  if (draft.kind === 'correct') return draft.value;
  if (draft.kind === 'clear') return null;
  return draft.kind === 'revert' ? machine : before;
}

function overwrites(
  before: Value,
  intent: Intent,
  draft: ActionDraft,
  target: string,
  machine: Value,
  mayOverwrite: (target: string, value: Value) => boolean,
): string | null {
  const isKnown = JSON.stringify(before) === JSON.stringify(intent.seen ?? null);
  const isSame = draft.kind !== 'confirm' && JSON.stringify(before) === JSON.stringify(resultOf(draft, before, machine));
  if (isKnown || isSame || mayOverwrite(target, before)) return null;
  return `${draft.kind} of ${target} overwrote ${JSON.stringify(before)}, seen was ${JSON.stringify(intent.seen)}`;
}
