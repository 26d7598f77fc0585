import { describe, expect, it } from 'vitest';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { suggestValues } from './suggest-values.ts';

/** One line a text; a word is 5 points a character, `|` is a wide gap. */
function pageOf(...texts: string[]): Page {
  const words: Page['words'] = [];
  const lines: Page['lines'] = [];
  texts.forEach((text, row) => {
    const start = words.length;
    let x = 50;
    for (const part of text.split(' ')) {
      if (part === '|') x += 150;
      else {
        const width = part.length * 5;
        words.push({ text: part, box: [x / 600, (row * 20) / 800, (x + width) / 600, (row * 20 + 12) / 800] });
        x += width + 4;
      }
    }
    lines.push({ words: [start, words.length], box: [0, (row * 20) / 800, 1, (row * 20 + 12) / 800] });
  });
  const rest = {
    name: null,
    source: 'text',
    display: 'image',
    text_rotation: 0,
    blocks: [],
    tables: [],
    form_fields: [],
    tick_boxes: [],
    links: [],
  };
  return { number: 1, width: 600, height: 800, words, lines, ...rest } as Page;
}

const field = (type: RowField['type']): RowField => ({ name: 'f', label: '', description: '', required: false, type }) as RowField;
const values = (type: RowField['type'], typed: string, page: Page) =>
  suggestValues({ field: field(type), typed, pages: [page] }).map(({ value }) => value);

describe('suggestValues', () => {
  const page = pageOf('Müller & Söhne GmbH | Rechnung 4711', 'Datum: 12. März 2026 | Gesamt 1.234,50 €');

  it('offers the stretch of text that begins as typed, then its first word, whatever the accents', () => {
    expect(values('string', 'mul', page)).toEqual(['Müller & Söhne GmbH', 'Müller']);
  });

  it('does not run over a wide gap', () => {
    expect(values('string', 'gmb', page)).toEqual(['GmbH']);
  });

  it('offers only amounts to an amount', () => {
    expect(values('money', '1', page)).toContain(1234.5);
    expect(values('money', 'Ges', page)).toEqual([]);
  });

  it('offers a date written in words to a date', () => {
    expect(values('date', '12', page)).toContain('2026-03-12');
  });

  it('points at the words it offers', () => {
    const [first] = suggestValues({ field: field('string'), typed: 'rech', pages: [page] });
    expect(first?.evidence).toMatchObject({ page: 1, text: 'Rechnung 4711', words: [4, 5] });
  });

  it('stays silent until enough is typed to mean something', () => {
    expect(values('string', 'm', page)).toEqual([]);
  });
});
