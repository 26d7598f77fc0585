import { createRandom } from '../learning/random.ts';
import { DocumentWriter } from './document-writer.ts';
import { makeBusinessDocument, type SyntheticDocument } from './make-business-document.ts';
import { writeContract } from './write-contract.ts';
import { writeCurriculumVitae } from './write-curriculum-vitae.ts';
import { writeInvoice } from './write-invoice.ts';
import { writeReceipt } from './write-receipt.ts';
import { writeRecord } from './write-record.ts';
import { writeSchedule } from './write-schedule.ts';
import { writeSlip } from './write-slip.ts';

/** Kinds of synthetic documents in turn; letters and forms of known terms come from `makeBusinessDocument`. */
const TURN = [
  'invoice',
  'record',
  'receipt',
  'schedule',
  'record',
  'business document',
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

/**
 * A synthetic document of any kind; the same for the same seed. The part of the training in which it is held out is drawn from
 * `file`: another form of name would change the weights.
 */
export function makeSyntheticDocument(seed: number): SyntheticDocument {
  const kind = TURN[seed % TURN.length];
  if (kind === 'business document') return makeBusinessDocument(seed);
  const random = createRandom(seed * 6007 + 29);
  const narrow = kind === 'receipt' && random() < 0.8;
  const shape = narrow ? { width: 230 + random() * 120, height: 700 } : { width: 595, height: 842 };
  const writer = new DocumentWriter(random, { ...shape, recognised: random() < (kind === 'receipt' ? 0.7 : 0.15) });
  if (kind === 'record') writeRecord(writer);
  else if (kind === 'schedule') writeSchedule(writer);
  else if (kind === 'invoice') writeInvoice(writer);
  else if (kind === 'receipt') writeReceipt(writer);
  else if (kind === 'slip') writeSlip(writer);
  else if (kind === 'career') writeCurriculumVitae(writer);
  else writeContract(writer);
  return { file: `made-up-${kind}-${seed}`, reading: writer.reading(), fields: writer.fields, truth: writer.truth };
}
