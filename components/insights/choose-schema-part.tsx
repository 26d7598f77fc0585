import { Link } from 'react-aria-components/Link';
import { THRESHOLDS_ANCHOR } from '#components/shared/documents/insights-place.ts';
import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';

type ChooseSchemaPartProps = {
  fields: readonly FieldInsight[];
  /** The address of the insights of one schema. */
  addressOf: (schemaId: string) => string;
};

/** While all schemas are shown: where thresholds and automatic approval are, with a link for each schema that has approvals. */
export function ChooseSchemaPart({ fields, addressOf }: ChooseSchemaPartProps) {
  const names = new Map(fields.filter(({ schema_name }) => schema_name !== '').map((one) => [one.schema_id, one.schema_name]));
  if (names.size === 0) return null;
  const sorted = [...names].sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <section aria-label="Thresholds and automatic approval" className="rounded-md border bg-surface px-4 py-3">
      <h2 className="font-semibold text-base">Thresholds and automatic approval</h2>
      <p className="text-ink-muted">Each schema has its own, by what people approved of it. Choose one:</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
        {sorted.map(([id, name]) => (
          <li key={id} className="min-w-0">
            <Link
              href={`${addressOf(id)}#${THRESHOLDS_ANCHOR}`}
              className="break-words rounded-sm text-accent underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
