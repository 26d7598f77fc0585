import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { ApprovedFields, ApprovedValue } from '#lib/extraction/memory/lesson.ts';
import type { TruthLine } from './load-set.ts';

/**
 * A set's truth as a person would approve it: the fields and rows it tells of, without evidence. What is not scored was not approved.
 */
export function approveTruth(line: TruthLine, schema: SchemaDraft): ApprovedFields {
  const { fields = {}, ignore = [] } = line;
  const approved: ApprovedFields = {};
  for (const { name, type, fields: columns = [] } of schema.fields)
    if (type === 'rows') {
      const rows = name === 'line_items' ? line.line_items : undefined;
      const known = columns.filter((column) => !line.line_items_ignore?.includes(column.name));
      if (rows) approved[name] = rows.map((row) => Object.fromEntries(known.map((column) => [column.name, toApproved(row[column.name])])));
    } else if (!ignore.includes(name) && Object.hasOwn(fields, name)) approved[name] = toApproved(fields[name]);
  return approved;
}

function toApproved(value: unknown): ApprovedValue {
  return { value: (value ?? null) as ApprovedValue['value'] };
}
