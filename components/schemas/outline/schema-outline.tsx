import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { FIELD_TYPES, FORMATS } from './field-types.tsx';

function details(field: Field | RowField): string {
  return [
    FIELD_TYPES[field.type].word,
    field.required && 'required',
    field.format && FORMATS[field.format],
    field.enum?.length && `one of ${field.enum.join(', ')}`,
    field.minimum !== undefined && `at least ${field.minimum}`,
    field.maximum !== undefined && `at most ${field.maximum}`,
    field.pattern && `fits ${field.pattern}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Line({ field }: { field: Field | RowField }) {
  return (
    <li className="py-1.5">
      <div className="flex items-baseline gap-2">
        <span className="self-center text-ink-muted">{FIELD_TYPES[field.type].icon}</span>
        <span className="font-medium">{field.label || field.name}</span>
        <code className="font-mono text-2xs text-ink-faint">{field.name}</code>
      </div>
      <p className="pl-5.5 text-ink-muted text-xs">{details(field)}</p>
      {field.description ? <p className="pl-5.5 text-ink-muted text-xs">{field.description}</p> : null}
      {'fields' in field && field.fields ? (
        <ul className="mt-1 ml-1.5 border-l pl-4">
          {field.fields.map((column) => (
            <Line key={column.name} field={column} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** A schema to look at. */
export function SchemaOutline({ schema }: { schema: SchemaDraft }) {
  return (
    <div>
      {schema.description ? <p className="mb-2 text-ink-muted">{schema.description}</p> : null}
      <ul className="divide-y">
        {schema.fields.map((field) => (
          <Line key={field.name} field={field} />
        ))}
      </ul>
      {schema.rules.length ? (
        <>
          <h2 className="mt-4 mb-1 font-medium text-xs">Rules</h2>
          <ul>
            {schema.rules.map((rule) => (
              <li key={rule.formula} className="py-0.5">
                <code className="font-mono text-xs">{rule.formula}</code>
                {rule.message ? <span className="ml-2 text-ink-muted text-xs">{rule.message}</span> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
