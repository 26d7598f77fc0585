import type { RowField, SchemaDraft } from '#lib/contract/extraction-schema.ts';
import { FormulaError, formulaFields, parseFormula } from './parse-formula.ts';
import { findPatternFault } from './text-pattern.ts';

/** `pointer`: JSON Pointer into the draft, e.g. `/rules/0/formula`. */
export type DraftFault = { pointer: string; message: string };

/**
 * What keeps a schema from being saved although it has the right shape: patterns that cannot be used, and rules that
 * cannot be read or name fields or columns that the schema does not have.
 */
export function findDraftFaults(draft: Pick<SchemaDraft, 'fields' | 'rules'>): DraftFault[] {
  const faults: DraftFault[] = [];
  const checkPattern = (field: Pick<RowField, 'name' | 'pattern'>, pointer: string) => {
    const message = field.pattern ? findPatternFault(field.pattern) : null;
    if (message) faults.push({ pointer: `${pointer}/pattern`, message: `“${field.name}”: ${message}` });
  };
  draft.fields.forEach((field, index) => {
    checkPattern(field, `/fields/${index}`);
    field.fields?.forEach((column, at) => {
      checkPattern(column, `/fields/${index}/fields/${at}`);
    });
  });
  draft.rules.forEach((rule, index) => {
    const message = formulaFault(draft, rule.formula);
    if (message) faults.push({ pointer: `/rules/${index}/formula`, message });
  });
  return faults;
}

function formulaFault(draft: Pick<SchemaDraft, 'fields'>, formula: string): string | null {
  try {
    for (const [name, column] of formulaFields(parseFormula(formula))) {
      const field = draft.fields.find((candidate) => candidate.name === name);
      if (!field) return `There is no field “${name}”.`;
      if (column !== undefined && !field.fields?.some((candidate) => candidate.name === column))
        return `There is no column “${name}.${column}”.`;
    }
    return null;
  } catch (error) {
    if (error instanceof FormulaError) return error.message;
    throw error;
  }
}
