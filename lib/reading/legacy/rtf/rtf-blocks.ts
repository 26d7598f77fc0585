import { ownValue } from '#lib/contract/json/own-value.ts';
import type { LayoutBlock, LayoutCell, ParagraphBlock, TextRun } from '../../layout/layout-block.ts';
import { rtfEvents } from './rtf-text.ts';

/** Destinations that are set apart from the body. */
const KINDS: Record<string, ParagraphBlock['kind']> = {
  header: 'header',
  headerl: 'header',
  headerr: 'header',
  headerf: 'header',
  footer: 'footer',
  footerl: 'footer',
  footerr: 'footer',
  footerf: 'footer',
  footnote: 'note',
  annotation: 'comment',
};

type Aside = { kind: ParagraphBlock['kind']; depth: number; runs: TextRun[]; outer: TextRun[] };

/** Collects paragraphs and table rows while the events go by. */
class RtfBuilder {
  readonly body: LayoutBlock[] = [];
  readonly headers: LayoutBlock[] = [];
  readonly notes: LayoutBlock[] = [];
  private runs: TextRun[] = [];
  private rows: LayoutCell[][] = [];
  private row: LayoutCell[] = [];
  private inTable = false;
  private level: number | undefined;
  private asides: Aside[] = [];
  private noteCount = 0;
  private merges: ('first' | 'more' | null)[] = [];
  private merge: 'first' | 'more' | null = null;

  text(text: string, bold: boolean, hidden: boolean): void {
    const last = this.runs.at(-1);
    if (last && (last.bold ?? false) === bold && (last.hidden ?? false) === hidden) last.text += text;
    else this.runs.push({ text, ...(bold ? { bold } : {}), ...(hidden ? { hidden } : {}) });
  }

  private push(block: LayoutBlock): void {
    const aside = this.asides.at(-1);
    if (!aside) this.body.push(block);
    else if (aside.kind === 'header') this.headers.push(block);
    else this.notes.push(block);
  }

  paragraph(): void {
    const aside = this.asides.at(-1);
    if (this.inTable && !aside) {
      if (this.runs.length > 0) this.runs.push({ text: '\n' });
      return;
    }
    if (!aside) this.endTable();
    const runs = this.runs;
    this.runs = [];
    if (!runs.some((run) => run.text.trim() !== '')) return;
    if (this.level !== undefined && !aside) this.push({ kind: 'heading', level: this.level, runs });
    else this.push({ kind: aside?.kind ?? 'paragraph', runs });
  }

  cell(): void {
    const runs = this.runs;
    while (runs.at(-1)?.text.trim() === '') runs.pop();
    const merge = this.merges[this.row.length];
    const before = this.row.findLast((each) => each.runs.length > 0 || each.columnSpan !== 0);
    if (merge === 'more' && before) before.columnSpan = (before.columnSpan ?? 1) + 1;
    this.row.push(merge === 'more' ? { runs: [], columnSpan: 0 } : { runs });
    this.runs = [];
    this.inTable = true;
  }

  endRow(): void {
    const row = this.row.filter((cell) => cell.columnSpan !== 0);
    if (row.length > 0) this.rows.push(row);
    this.row = [];
    this.runs = [];
  }

  endTable(): void {
    if (this.row.length > 0) this.endRow();
    if (this.rows.length > 0) this.push({ kind: 'table', rows: this.rows });
    this.rows = [];
    this.inTable = false;
  }

  word(word: string, value: number | null, depth: number): void {
    const kind = ownValue(KINDS, word);
    if (kind) this.aside(kind, depth);
    else if (word === 'chftn') this.noteMark();
    else if (word === 'par' || word === 'sect') this.paragraph();
    else if (word === 'pard') {
      this.level = undefined;
      if (this.asides.length === 0) this.inTable = false;
    } else if (word === 'intbl') this.inTable = true;
    else if (word === 'outlinelevel' && value !== null && value < 9) this.level = value + 1;
    else if (word === 'cell' || word === 'nestcell') this.cell();
    else if (word === 'row' || word === 'nestrow') this.endRow();
    else if (word === 'trowd') {
      this.merges = [];
      this.merge = null;
    } else if (word === 'clmgf') this.merge = 'first';
    else if (word === 'clmrg') this.merge = 'more';
    else if (word === 'cellx') {
      this.merges.push(this.merge);
      this.merge = null;
    } else if (word === 'page' || word === 'pagebb') {
      if (this.inTable || this.asides.length > 0) return;
      if (word === 'page') this.paragraph();
      this.push({ kind: 'page_break' });
    } else if (word === 'shptxt') this.aside('paragraph', depth);
  }

  /** The number of a footnote, at its reference and again where the note begins. */
  private noteMark(): void {
    const inNote = this.asides.at(-1)?.kind === 'note';
    if (!inNote) this.noteCount += 1;
    this.text(`[${this.noteCount}]${inNote ? ' ' : ''}`, false, false);
  }

  aside(kind: ParagraphBlock['kind'], depth: number): void {
    this.asides.push({ kind, depth, runs: [], outer: this.runs });
    this.runs = [];
  }

  /** Ends what was opened in a group deeper than `depth`. */
  close(depth: number): void {
    for (let aside = this.asides.at(-1); aside && aside.depth > depth; aside = this.asides.at(-1)) {
      this.paragraph();
      this.runs = aside.outer;
      this.asides.pop();
    }
  }

  finish(): LayoutBlock[] {
    this.close(-1);
    if (this.inTable && this.row.length > 0) this.endRow();
    this.inTable = false;
    this.paragraph();
    this.endTable();
    return [...this.headers, ...this.body, ...this.notes];
  }
}

/** Rich text to layout blocks: paragraphs, tables by rows of cells, headers, footers, notes and text boxes. */
export function rtfBlocks(source: Uint8Array): LayoutBlock[] {
  const builder = new RtfBuilder();
  for (const event of rtfEvents(source)) {
    if (event.type === 'text') builder.text(event.text, event.bold, event.hidden);
    else if (event.type === 'word') builder.word(event.word, event.value, event.depth);
    else if (event.type === 'destination') builder.word(event.name, null, event.depth);
    else builder.close(event.depth);
  }
  return builder.finish();
}
