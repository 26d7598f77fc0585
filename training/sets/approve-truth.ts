import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { ApprovedFields, ApprovedValue } from '#lib/extraction/memory/lesson.ts';
import type { TruthLine } from './load-set.ts';

/** A set's truth as a person would approve it: the fields it tells of, without evidence. What is not scored was not approved. */
export function approveTruth({ fields = {}, ignore = [] }: TruthLine, schema: SchemaDraft): ApprovedFields {
  const approved: Record<string, ApprovedValue> = {};
  for (const { name, type } of schema.fields)
    if (type !== 'rows' && !ignore.includes(name) && Object.hasOwn(fields, name))
      approved[name] = { value: (fields[name] ?? null) as ApprovedValue['value'] };
  return approved;
}
