import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { bankStatement } from './bank-statement.ts';
import { contract } from './contract.ts';
import { curriculumVitae } from './curriculum-vitae.ts';
import { invoice } from './invoice.ts';
import { purchaseOrder } from './purchase-order.ts';
import { receipt } from './receipt.ts';

/** The schemas that a new desk begins with. */
export const STARTER_SCHEMAS: readonly SchemaDraft[] = [invoice, receipt, purchaseOrder, contract, bankStatement, curriculumVitae];
