import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { buildReading, type Print } from '../../testing/build-reading.ts';
import { answerLabelled } from './answer-labelled.ts';

type Spec = [name: string, type: 'string' | 'date' | 'money' | 'number', format?: 'identifier' | 'person' | 'organisation'];
/** Lines of parts, each part with its left edge in points. */
type Lines = [number, string][][];

function labelled(specs: Spec[], lines: Lines): ExtractedValue | null {
  const prints = lines.flatMap((line, at) => line.map(([x, text]) => ({ text, x, y: 40 + at * 24 })));
  const fields = specs.map(([name, type, format]) => fieldSchema.parse({ name, type, ...(format ? { format } : {}) }));
  return answerLabelled(createExtractionContext(buildReading([prints]), fields), 0);
}

describe('answerLabelled', () => {
  it.each<[Spec, Lines, unknown]>([
    [
      ['sample_date', 'date'],
      [
        [
          [40, 'Date sampled:'],
          [200, '12 Jan 2031'],
        ],
        [
          [40, 'Date reported:'],
          [200, '20 Jan 2031'],
        ],
      ],
      '2031-01-12',
    ],
    [['seal_number', 'string'], [[[40, 'Container MSKU 730218-4 Seal 0098213']]], '0098213'],
    [['container_number', 'string'], [[[40, 'Container MSKU 730218-4 Seal 0098213']]], 'MSKU 730218-4'],
    [['reason', 'string'], [[[40, 'Reason for credit: goods broken in transit']]], 'goods broken in transit'],
    [
      ['original_invoice_number', 'string'],
      [
        [
          [40, 'Original invoice'],
          [200, 'INV/8821'],
        ],
      ],
      'INV/8821',
    ],
    [
      ['guest_name', 'string', 'person'],
      [
        [
          [40, 'Guest'],
          [120, 'Priya Raman'],
          [300, 'Folio'],
          [380, '88'],
        ],
      ],
      'Priya Raman',
    ],
    [['company_registration_number', 'string'], [[[40, 'Oak Ltd']], [[40, 'Company No. 01234567']], [[40, 'UTR 1234567890']]], '01234567'],
    [
      ['deposit_amount', 'money'],
      [
        [
          [40, 'Deposit'],
          [200, '250.00'],
        ],
      ],
      250,
    ],
  ])('finds what stands behind the words of a name: %s', (spec, lines, value) => {
    const answer = labelled([spec], lines);
    expect(answer?.value).toBe(value);
    expect(answer?.confidence).toBeLessThan(0.85);
    expect(answer?.evidence).toHaveLength(1);
  });

  it.each<[string, Spec[], Lines]>([
    ['two values', [['seal_number', 'string']], [[[40, 'Seal 0098213']], [[40, 'Seal 0098214']]]],
    [
      'a longer name',
      [['weight', 'number']],
      [
        [
          [40, 'Weight limit'],
          [200, '20'],
        ],
      ],
    ],
    [
      'another field',
      [
        ['seal_number', 'string'],
        ['seal_code', 'string'],
      ],
      [[[40, 'Seal 0098213']]],
    ],
    ['the next label', [['warehouse', 'string']], [[[40, 'Warehouse:']], [[40, 'Shipping: 25.00 EUR']]]],
    [
      'an amount for a number',
      [['insurance_number', 'string']],
      [
        [
          [40, 'Insurance'],
          [200, '108.62'],
        ],
      ],
    ],
    ['a part of a day for a number', [['seal_number', 'string']], [[[40, 'Seal date: 28 February 2026']]]],
    [
      'a heading over columns',
      [['batch', 'string']],
      [
        [
          [40, 'Batch'],
          [120, 'Place'],
          [200, 'Hours'],
        ],
        [
          [40, 'one'],
          [120, 'Leeds'],
          [200, '3'],
        ],
      ],
    ],
    [
      'the next heading',
      [['advertiser', 'string', 'organisation']],
      [
        [
          [40, 'Advertiser'],
          [200, 'Agency'],
        ],
      ],
    ],
    [
      'a name that goes on below',
      [['guest', 'string', 'organisation']],
      [
        [
          [40, 'Guest:'],
          [200, 'Friends of'],
        ],
        [[200, 'Old Rope Works']],
      ],
    ],
    ['no value', [['seal_number', 'string']], [[[40, 'Seal unbroken']]]],
  ])('is not misled by %s', (_, specs, lines) => {
    expect(labelled(specs, lines)).toBeNull();
  });
});

it('takes the number of a form’s entry for no part of its label, and the entry beside it for no value', () => {
  const form: Print[] = ['1 Owner', '2 Field', '3 Total hives', '4 Breed'].flatMap((text, at) => [
    { text, x: 40 + 130 * at, y: 60, size: 8 },
    { text: ['Ada Finch', 'North bank', '38', 'Carnica'][at] ?? '', x: 40 + 130 * at, y: 72 },
  ]);
  const hives = fieldSchema.parse({ name: 'hive_count', type: 'number' });
  expect(answerLabelled(createExtractionContext(buildReading([form]), [hives]), 0)?.value).toBe(38);
});
