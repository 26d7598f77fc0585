import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

/** What is said of a field, besides its name and its columns. */
export const FIELD_ATTRIBUTES = ['label', 'type', 'description', 'required', 'format', 'enum', 'minimum', 'maximum', 'pattern'] as const;
export type FieldAttribute = (typeof FIELD_ATTRIBUTES)[number];
type AttributeChange = { attribute: FieldAttribute; before: unknown; after: unknown };

/**
 * A field, or a column (`name`: `rows.column`), that is not the same in both versions. `label`: as in the later one, as far as it has the
 * field. moved: it stands at another place among those that both have.
 */
export type FieldChange = { name: string; label: string } & (
  | { kind: 'added' | 'removed' | 'moved' }
  | { kind: 'changed'; attributes: AttributeChange[] }
);
export type RuleChange =
  | { kind: 'added' | 'removed' | 'moved'; formula: string }
  | { kind: 'changed'; formula: string; before: string; after: string };

export type SchemaComparison = {
  /** Of the name and the description of the schema. */
  texts: { text: 'name' | 'description'; before: string; after: string }[];
  /** In the order of the later version; what was removed comes last, columns behind their table. */
  fields: FieldChange[];
  rules: RuleChange[];
};

type Named = RowField | SchemaDraft['fields'][number];

/** What differs between two versions of a schema. A field is the same one as long as its name is. */
export function compareSchemas(before: SchemaDraft, after: SchemaDraft): SchemaComparison {
  const texts = (['name', 'description'] as const).flatMap((text) =>
    before[text] === after[text] ? [] : [{ text, before: before[text], after: after[text] }],
  );
  return { texts, fields: compareFields(before.fields, after.fields, ''), rules: compareRules(before.rules, after.rules) };
}

function compareFields(before: readonly Named[], after: readonly Named[], prefix: string): FieldChange[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const names = new Set(after.map(({ name }) => name));
  const moved = findMoved(
    before.flatMap(({ name }) => (names.has(name) ? [name] : [])),
    after.flatMap(({ name }) => (old.has(name) ? [name] : [])),
  );
  const told = (field: Named) => ({ name: `${prefix}${field.name}`, label: field.label || field.name });
  const kept = after.flatMap((field): FieldChange[] => {
    const was = old.get(field.name);
    if (!was) return [{ ...told(field), kind: 'added' }];
    const attributes = FIELD_ATTRIBUTES.flatMap((attribute) => {
      const [from, to] = [was[attribute], field[attribute]];
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ attribute, before: from, after: to }];
    });
    return [
      ...(attributes.length > 0 ? [{ ...told(field), kind: 'changed' as const, attributes }] : []),
      ...(moved.has(field.name) ? [{ ...told(field), kind: 'moved' as const }] : []),
      ...compareFields(columnsOf(was), columnsOf(field), `${field.name}.`),
    ];
  });
  const removed = before.flatMap((field): FieldChange[] => (names.has(field.name) ? [] : [{ ...told(field), kind: 'removed' }]));
  return [...kept, ...removed];
}

function columnsOf(field: Named): readonly RowField[] {
  return ('fields' in field && field.fields) || [];
}

/** The fewest names that have to be moved to get from one order to the other: all but a longest common subsequence. */
function findMoved(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((name, at) => [name, at]));
  const places = after.map((name) => place.get(name) ?? 0);
  // the longest increasing subsequence that ends at each, and what stands before
  const lengths: number[] = [];
  const links: number[] = [];
  let last = -1;
  for (const [at, here] of places.entries()) {
    let link = -1;
    for (let other = 0; other < at; other += 1) {
      if (places[other]! < here && (link < 0 || lengths[other]! > lengths[link]!)) link = other;
    }
    links[at] = link;
    lengths[at] = 1 + (link < 0 ? 0 : lengths[link]!);
    if (last < 0 || lengths[at]! > lengths[last]!) last = at;
  }
  const stays = new Set<string>();
  for (let at = last; at >= 0; at = links[at]!) stays.add(after[at]!);
  return new Set(after.filter((name) => !stays.has(name)));
}

/** A rule is the same one as long as its formula is, the second of that formula as long as there are two. */
function compareRules(before: SchemaDraft['rules'], after: SchemaDraft['rules']): RuleChange[] {
  const [old, now] = [numberRules(before), numberRules(after)];
  const moved = findMoved(
    [...old.keys()].filter((key) => now.has(key)),
    [...now.keys()].filter((key) => old.has(key)),
  );
  const kept = [...now].flatMap(([key, { formula, message }]): RuleChange[] => {
    const was = old.get(key);
    if (!was) return [{ kind: 'added', formula }];
    return [
      ...(was.message === message ? [] : [{ kind: 'changed' as const, formula, before: was.message, after: message }]),
      ...(moved.has(key) ? [{ kind: 'moved' as const, formula }] : []),
    ];
  });
  const removed = [...old].flatMap(([key, { formula }]): RuleChange[] => (now.has(key) ? [] : [{ kind: 'removed', formula }]));
  return [...kept, ...removed];
}

/** Rules by their formula and how often it came before. */
function numberRules(rules: SchemaDraft['rules']): Map<string, SchemaDraft['rules'][number]> {
  const seen = new Map<string, number>();
  return new Map(
    rules.map((rule) => {
      const times = seen.get(rule.formula) ?? 0;
      seen.set(rule.formula, times + 1);
      return [`${times} ${rule.formula}`, rule];
    }),
  );
}
