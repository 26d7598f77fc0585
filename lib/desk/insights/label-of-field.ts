import type { Schema } from '#lib/contract/service/extraction-schema.ts';

/** What people call a field or, with `rows.column`, a column: `Lines, Amount`. Its name where the schema does not have it. */
export function labelOfField(schema: Schema | null, name: string): string {
  const [first = '', column] = name.split('.');
  const field = schema?.fields.find((one) => one.name === name) ?? schema?.fields.find((one) => one.name === first);
  if (!field) return name;
  const cell = column === undefined || field.name === name ? undefined : field.fields?.find((one) => one.name === column);
  return [field.label || field.name, ...(cell ? [cell.label || cell.name] : [])].join(', ');
}
