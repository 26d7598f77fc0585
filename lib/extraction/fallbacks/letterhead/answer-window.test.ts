import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { buildReading } from '../../testing/build-reading.ts';
import { answerWindow } from './answer-window.ts';

const SENDER = { text: 'Elektro Baum GmbH · Am Gleis 2 · 38114 Braunschweig', x: 40, y: 100, size: 7 };
const BODY = Array.from({ length: 8 }, (_, at) => ({ text: 'Sehr geehrte Damen und Herren, anbei die Ware.', x: 40, y: 300 + at * 16 }));

function namesOf(fields: string[], addressee: string[]): unknown[] {
  const prints = [SENDER, ...addressee.map((text, at) => ({ text, x: 40, y: 112 + at * 13 })), ...BODY];
  const context = createExtractionContext(
    buildReading([prints]),
    fields.map((name) => fieldSchema.parse({ name, type: 'string' })),
  );
  return fields.slice(0, 2).map((_, at) => answerWindow(context, at)?.value);
}

it('steps over the line that only addresses somebody', () => {
  for (const salutation of ['Herrn', 'Frau', 'Firma', 'An'])
    expect(namesOf(['supplier_name', 'buyer_name'], [salutation, 'Jonas Feld', 'Okerstraße 77', '38300 Wolfenbüttel'])).toEqual([
      'Elektro Baum GmbH',
      'Jonas Feld',
    ]);
});

it('takes the sender for the supplier of a delivery note that names its order, and for the buyer of an order', () => {
  const addressee = ['Malerbetrieb Sailer', 'Tulpenweg 5', '69412 Eberbach'];
  expect(namesOf(['supplier_name', 'recipient_name', 'delivery_note_number', 'order_number'], addressee)).toEqual([
    'Elektro Baum GmbH',
    'Malerbetrieb Sailer',
  ]);
  expect(namesOf(['supplier_name', 'buyer_name', 'order_number'], addressee)).toEqual(['Malerbetrieb Sailer', 'Elektro Baum GmbH']);
});
