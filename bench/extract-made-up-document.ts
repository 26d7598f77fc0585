import { randomFrom } from './extract-boosting.ts';
import { type MadeUp, makeUp } from './extract-made-up.ts';
import { setCareer } from './extract-made-up-careers.ts';
import { setContract } from './extract-made-up-contracts.ts';
import { setInvoice } from './extract-made-up-invoices.ts';
import { setReceipt } from './extract-made-up-receipts.ts';
import { setRecord } from './extract-made-up-records.ts';
import { setSchedule } from './extract-made-up-schedules.ts';
import { Sheet } from './extract-made-up-sheet.ts';
import { setSlip } from './extract-made-up-slips.ts';

/** Kinds of made-up documents in turn; papers and forms of known terms come from `makeUp`. */
const TURN = [
  'invoice',
  'record',
  'receipt',
  'schedule',
  'record',
  'paper',
  'contract',
  'invoice',
  'record',
  'schedule',
  'invoice',
  'receipt',
  'slip',
  'career',
  'slip',
  'contract',
  'career',
  'invoice',
  'contract',
  'receipt',
  'record',
  'receipt',
] as const;

/** A made-up document of any kind; the same for the same seed. */
export function makeUpDocument(seed: number): MadeUp {
  const kind = TURN[seed % TURN.length];
  if (kind === 'paper') return makeUp(seed);
  const random = randomFrom(seed * 6007 + 29);
  const narrow = kind === 'receipt' && random() < 0.8;
  const shape = narrow ? { width: 230 + random() * 120, height: 700 } : { width: 595, height: 842 };
  const sheet = new Sheet(random, { ...shape, recognised: random() < (kind === 'receipt' ? 0.7 : 0.15) });
  if (kind === 'record') setRecord(sheet);
  else if (kind === 'schedule') setSchedule(sheet);
  else if (kind === 'invoice') setInvoice(sheet);
  else if (kind === 'receipt') setReceipt(sheet);
  else if (kind === 'slip') setSlip(sheet);
  else if (kind === 'career') setCareer(sheet);
  else setContract(sheet);
  return { file: `made-up-${kind}-${seed}`, reading: sheet.reading(), fields: sheet.fields, truth: sheet.truth };
}
