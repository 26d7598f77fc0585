import type { Box } from '#lib/contract/service/box.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page, Reading, Word } from '#lib/contract/service/reading.ts';
import { readingOfPages } from '#lib/document/geometry/reading-of-pages.ts';
import { widthOfText } from '#lib/extraction/testing/build-reading.ts';
import { buildPageText } from '#lib/reading/page-text/build-page-text.ts';
import { makeStyle, type Pick } from './random-values.ts';

export type TruthValue = string | number | null | string[];

type PrintOptions = { size?: number; bold?: boolean; align?: 'left' | 'right' | 'centre' };

/** A document in the making: prints on pages, drawn lines, and what is asked of it. All positions in points. */
export class DocumentWriter {
  readonly pages: { words: Word[]; strokes: Box[] }[] = [{ words: [], strokes: [] }];
  readonly fields: Field[] = [];
  readonly truth: Record<string, TruthValue> = {};
  y = 40;
  readonly style: ReturnType<typeof makeStyle>;
  readonly pick: Pick;
  readonly random: () => number;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** As a scan: words carry a confidence, and the page is slightly tilted. */
  readonly recognised: boolean;

  constructor(random: () => number, shape: { width: number; height: number; recognised: boolean }) {
    this.random = random;
    this.pick = (list) => list[Math.floor(random() * list.length)] as never;
    this.style = makeStyle(this.pick, random);
    this.size = 7.5 + random() * 3.5;
    this.width = shape.width;
    this.height = shape.height;
    this.recognised = shape.recognised;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  widthOf(text: string, size = this.size): number {
    return widthOfText(text, size);
  }

  /** Sets a text with its top at `y`; gives the edge it ends at. */
  print(text: string, x: number, y: number, { size = this.size, bold = false, align = 'left' }: PrintOptions = {}): number {
    const page = this.pages.at(-1);
    const whole = widthOfText(text, size);
    let at = align === 'right' ? x - whole : align === 'centre' ? x - whole / 2 : x;
    for (const word of text.split(' ')) {
      const width = widthOfText(word, size);
      const tilt = this.recognised ? at * 0.004 + (this.random() - 0.5) * 0.8 : 0;
      if (word)
        page?.words.push({
          text: word,
          box: [at / this.width, (y + tilt) / this.height, (at + width) / this.width, (y + tilt + size) / this.height],
          ...(this.recognised ? { confidence: 0.85 + 0.15 * this.random() } : { size, ...(bold ? { bold } : {}) }),
        });
      at += width + 0.28 * size;
    }
    return at;
  }

  stroke(left: number, top: number, right: number, bottom: number): void {
    this.pages.at(-1)?.strokes.push([left / this.width, top / this.height, right / this.width, bottom / this.height]);
  }

  /** Four drawn lines. */
  frame(left: number, top: number, right: number, bottom: number): void {
    this.stroke(left, top, right, top);
    this.stroke(left, bottom, right, bottom);
    this.stroke(left, top, left, bottom);
    this.stroke(right, top, right, bottom);
  }

  /** Sets running text between two edges from `y` on, breaking pages; leaves `y` below it. */
  paragraph(text: string, left: number, right: number, step = this.size * 1.3): void {
    let line = '';
    const put = () => {
      if (this.y > this.height - 60) this.turn();
      this.print(line, left, this.y);
      this.y += step;
    };
    for (const word of text.split(' ')) {
      if (line && left + this.widthOf(`${line} ${word}`) > right) {
        put();
        line = '';
      }
      line = line ? `${line} ${word}` : word;
    }
    if (line) put();
  }

  /** Begins a new page. */
  turn(): void {
    this.pages.push({ words: [], strokes: [] });
    this.y = 45;
  }

  /** Asks for a field. A name that was taken is not asked for again. */
  ask(name: string, type: Field['type'], value: TruthValue, description = '', label = ''): void {
    const plain = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 60);
    if (!plain || plain in this.truth) return;
    this.fields.push(fieldSchema.parse({ name: plain, type, description, label }));
    this.truth[plain] = value;
  }

  /** The reading, laid out by the product's own finding of lines and tables. */
  reading(): Reading {
    const { width, height } = this;
    return readingOfPages(
      this.pages.map(
        ({ words, strokes }, index): Page => ({
          number: index + 1,
          width,
          height,
          name: null,
          source: this.recognised ? 'ocr' : 'text',
          display: 'image',
          text_rotation: 0,
          ...buildPageText(words, { width, height, turn: 0 }, strokes),
          form_fields: [],
          tick_boxes: [],
          links: [],
        }),
      ),
    );
  }
}
