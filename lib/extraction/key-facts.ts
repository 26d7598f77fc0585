import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { SummaryResult } from '#lib/contract/service/summary-job.ts';
import { classify } from './classify.ts';
import { extract } from './extract.ts';

const LEAST_CLASS = 0.6;
const LEAST_VALUE = 0.75;
const MOST_FACTS = 12;

/**
 * What the schema of a document's class finds in it: values that are sure enough, the surest first. Empty without a sure class.
 * @param schemas newest first; of two with the same name the newest counts
 */
export function keyFacts(reading: Reading, schemas: readonly Schema[]): Pick<SummaryResult, 'key_facts' | 'schema_name'> {
  if (schemas.length < 2) return { key_facts: [], schema_name: null };
  const classes = schemas.map(({ id, description, name }) => ({
    name: id,
    description: `${name}. ${description}`,
    keywords: [],
    examples: [],
  }));
  const { class: found, confidence } = classify(reading, { classes });
  const schema = confidence >= LEAST_CLASS ? schemas.find(({ id }) => id === found) : undefined;
  if (!schema) return { key_facts: [], schema_name: null };
  const { fields } = extract({ schema, reading });
  const facts = schema.fields.flatMap(({ name, label }) => {
    const answer = fields[name];
    if (!answer || Array.isArray(answer) || answer.value === null || answer.confidence < LEAST_VALUE) return [];
    const { value, text, evidence } = answer;
    return [{ label: label || name, value, text, confidence: answer.confidence, evidence }];
  });
  return { key_facts: facts.sort((a, b) => b.confidence - a.confidence).slice(0, MOST_FACTS), schema_name: schema.name };
}
