import { randomFrom } from '../learning/boost.ts';
import { Sheet } from './document-writer.ts';
import { type MadeUp, makeUp } from './make-business-document.ts';
import { setContract } from './write-contract.ts';
import { setCareer } from './write-curriculum-vitae.ts';
import { setInvoice } from './write-invoice.ts';
import { setReceipt } from './write-receipt.ts';
import { setRecord } from './write-record.ts';
import { setSchedule } from './write-schedule.ts';
import { setSlip } from './write-slip.ts';

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
