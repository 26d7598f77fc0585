import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { findPatternFault } from '../values/match-pattern.ts';
import { checkFormula } from './check-formula.ts';

/** Characters that all patterns of a schema may have together: it bounds what compiling them costs. */
const MOST_PATTERN_TEXT = 20_000;

/** `pointer`: JSON Pointer into the draft, e.g. `/rules/0/formula`. */
export type DraftFault = { pointer: string; message: string };

/**
 * What keeps a schema from being saved although it has the right shape: patterns that cannot be used, and rules that
 * cannot be read, name what the schema does not have, or could never be judged.
 */
export function findDraftFaults(draft: Pick<SchemaDraft, 'fields' | 'rules'>): DraftFault[] {
  const faults: DraftFault[] = [];
  let patternText = 0;
  const checkPattern = (field: Pick<RowField, 'name' | 'pattern'>, pointer: string) => {
    if (!field.pattern) return;
    patternText += field.pattern.length;
    if (patternText > MOST_PATTERN_TEXT) {
      if (patternText - field.pattern.length <= MOST_PATTERN_TEXT)
        faults.push({
          pointer: `${pointer}/pattern`,
          message: `The patterns of a schema may have ${MOST_PATTERN_TEXT} characters together. Shorten them.`,
        });
      return;
    }
    const message = findPatternFault(field.pattern);
    if (message) faults.push({ pointer: `${pointer}/pattern`, message: `“${field.name}”: ${message}` });
  };
  draft.fields.forEach((field, index) => {
    checkPattern(field, `/fields/${index}`);
    field.fields?.forEach((column, at) => {
      checkPattern(column, `/fields/${index}/fields/${at}`);
    });
  });
  const known = draft.fields.map(({ name, type, fields }) => ({ name, type, columns: fields ?? [] }));
  draft.rules.forEach((rule, index) => {
    const message = checkFormula(known, rule.formula);
    if (message) faults.push({ pointer: `/rules/${index}/formula`, message });
  });
  return faults;
}
