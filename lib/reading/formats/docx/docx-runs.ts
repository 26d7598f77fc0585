import type { FormField } from '#lib/contract/service/reading.ts';
import type { LayoutBlock, TextRun } from '../../layout/layout-block.ts';
import { tickOf } from '../../layout/tick-signs.ts';
import { attribute, child, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import type { Relation } from '../ooxml/relations.ts';
import { type DocxStyles, isOn } from './docx-styles.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';
import { symbolText } from './symbol-text.ts';

type Field = Omit<FormField, 'box'>;

/** What runs need to know of the document and the part they stand in. */
export type RunContext = {
  styles: DocxStyles;
  relations: ReadonlyMap<string, Relation>;
  /** Number shown for a reference to a foot- or endnote. */
  noteNumber(kind: 'footnote' | 'endnote', id: string): string;
  /** Blocks that show a chart or a diagram, by its relation. */
  charts: ReadonlyMap<string, LayoutBlock[]>;
  /** Whether a part of the package is a picture that can be shown. */
  isPicture(part: string): boolean;
  /** Blocks of a text box found inside a run. */
  textBox(content: XmlElement): LayoutBlock[];
};

/** Inline content of one paragraph; `parts` are separated by page breaks. */
export type Inline = { parts: TextRun[][]; boxes: LayoutBlock[] };

type Style = { bold: boolean; url?: string; field?: Field };

/** The interactive field a content control (`w:sdt`) stands for, or null for one that only groups text. */
export function controlField(sdt: XmlElement): Field | null {
  const properties = child(sdt, 'sdtPr');
  const alias = attribute(child(properties, 'alias'), 'val') ?? null;
  const name = attribute(child(properties, 'tag'), 'val') ?? alias ?? '';
  const checkbox = child(properties, 'checkbox');
  if (checkbox) return { name, label: alias, kind: 'checkbox', value: isOn(child(checkbox, 'checked')) ?? false };
  const choice = child(properties, 'dropDownList') ?? child(properties, 'comboBox');
  const text = child(properties, 'text') ?? child(properties, 'date');
  if (!choice && !text) return null;
  const empty = isOn(child(properties, 'showingPlcHdr')) ?? false;
  const value = innerContent(child(sdt, 'sdtContent')).trim();
  return { name, label: alias, kind: choice ? 'choice' : 'text', value: empty || value === '' ? null : value };
}

/** Text of `w:t` elements only (no deleted text, no field codes). */
function innerContent(element: XmlElement | undefined): string {
  return elements(element)
    .map((each) =>
      each.name === 't' ? innerText(each) : ['delText', 'instrText', 'del', 'Fallback'].includes(each.name) ? '' : innerContent(each),
    )
    .join('');
}

function legacyField(data: XmlElement | undefined): Field | null {
  const name = attribute(child(data, 'name'), 'val') ?? '';
  const label = attribute(child(data, 'helpText'), 'val') ?? attribute(child(data, 'statusText'), 'val') ?? null;
  const box = child(data, 'checkBox');
  if (box) return { name, label, kind: 'checkbox', value: isOn(child(box, 'checked')) ?? isOn(child(box, 'default')) ?? false };
  const list = child(data, 'ddList');
  if (list) {
    const entries = elements(list, 'listEntry').map((entry) => attribute(entry, 'val') ?? '');
    const index = Number.parseInt(attribute(child(list, 'result'), 'val') ?? attribute(child(list, 'default'), 'val') ?? '0', 10) || 0;
    return { name, label, kind: 'choice', value: entries[index] ?? null };
  }
  return data && child(data, 'textInput') ? { name, label, kind: 'text', value: null } : null;
}

/** Reads the inline content of a paragraph: accepted insertions, no deletions, results of fields and not their codes. */
export class RunReader {
  private parts: TextRun[][] = [[]];
  private boxes: LayoutBlock[] = [];
  private readonly fields: { inCode: boolean; form: Field | null }[] = [];
  private readonly context: RunContext;

  constructor(context: RunContext) {
    this.context = context;
  }

  read(paragraph: XmlElement, bold: boolean, field: Field | null): Inline {
    this.parts = [[]];
    this.boxes = [];
    this.inline(paragraph, { bold, ...(field ? { field } : {}) });
    return { parts: this.parts, boxes: this.boxes };
  }

  private push(text: string, style: Style, more: Partial<TextRun> = {}): void {
    if (text === '' && !more.field) return;
    const form = this.fields.findLast((each) => each.form)?.form;
    if (form?.kind === 'text' && text.trim() !== '') form.value = `${form.value ?? ''}${text}`;
    const field = style.field ?? (form?.kind === 'text' ? form : undefined);
    this.parts.at(-1)?.push({
      text,
      ...(style.bold ? { bold: true } : {}),
      ...(style.url ? { url: style.url } : {}),
      ...(field ? { field } : {}),
      ...more,
    });
  }

  private inline(parent: XmlElement, style: Style): void {
    for (const element of elements(parent)) {
      switch (element.name) {
        case 'r':
          this.run(element, style);
          break;
        case 'hyperlink': {
          const relation = this.context.relations.get(attribute(element, 'r:id') ?? '');
          this.inline(element, relation?.external ? { ...style, url: relation.target } : style);
          break;
        }
        case 'sdt':
          this.control(element, style);
          break;
        case 'oMath':
        case 'oMathPara':
          this.push(innerContent(element), style);
          break;
        case 'AlternateContent':
          this.inline(child(element, 'Choice') ?? child(element, 'Fallback') ?? element, style);
          break;
        case 'ruby':
          this.inline(child(element, 'rubyBase') ?? element, style);
          break;
        case 'ins':
        case 'moveTo':
        case 'smartTag':
        case 'customXml':
        case 'fldSimple':
        case 'dir':
        case 'bdo':
          this.inline(element, style);
          break;
      }
    }
  }

  private control(element: XmlElement, style: Style): void {
    const content = child(element, 'sdtContent');
    const field = controlField(element);
    if (field?.kind === 'checkbox') {
      const ticked = field.value === true;
      this.push(innerContent(content).trim() || (ticked ? '☒' : '☐'), style, { field, ticked });
    } else if (field) {
      const before = this.parts.at(-1)?.length ?? 0;
      if (content) this.inline(content, { ...style, field });
      if ((this.parts.at(-1)?.length ?? 0) === before) this.push('', style, { field });
    } else if (content) this.inline(content, style);
  }

  private run(run: XmlElement, outer: Style): void {
    const properties = child(run, 'rPr');
    const bold =
      isOn(child(properties, 'b')) ?? this.context.styles.characterBold(attribute(child(properties, 'rStyle'), 'val')) ?? outer.bold;
    const style = { ...outer, bold };
    const hidden = isOn(child(properties, 'vanish')) ? { hidden: true } : {};
    this.runContent(run, style, hidden);
  }

  private runContent(run: XmlElement, style: Style, hidden: Partial<TextRun>): void {
    const silent = this.fields.some((field) => field.inCode);
    for (const element of elements(run)) {
      switch (element.name) {
        case 't':
          if (!silent) this.text(innerText(element), style, hidden);
          break;
        case 'tab':
        case 'ptab':
          this.push('\t', style);
          break;
        case 'br':
          if (attribute(element, 'type') === 'page') this.parts.push([]);
          else this.push('\n', style);
          break;
        case 'cr':
          this.push('\n', style);
          break;
        case 'noBreakHyphen':
          this.push('\u2011', style);
          break;
        case 'sym': {
          const code = Number.parseInt(attribute(element, 'char') ?? '', 16);
          const { text, ticked } = symbolText(attribute(element, 'font') ?? '', Number.isNaN(code) ? 0xb7 : code);
          this.push(text, style, { ...hidden, ...(ticked === undefined ? {} : { ticked }) });
          break;
        }
        case 'footnoteReference':
        case 'endnoteReference':
          this.push(
            this.context.noteNumber(element.name === 'footnoteReference' ? 'footnote' : 'endnote', attribute(element, 'id') ?? ''),
            style,
          );
          break;
        case 'fldChar':
          this.fieldMark(element, style);
          break;
        case 'AlternateContent':
          this.runContent(child(element, 'Choice') ?? child(element, 'Fallback') ?? element, style, hidden);
          break;
        case 'drawing':
        case 'pict':
        case 'object':
          this.drawing(element);
          break;
        case 'ruby':
          this.inline(child(element, 'rubyBase') ?? element, style);
          break;
      }
    }
  }

  private text(text: string, style: Style, hidden: Partial<TextRun>): void {
    for (const part of text.split(/([☑☒⮽🗹🗷☐□❏❑])/u)) {
      const ticked = part === '' ? undefined : tickOf(part);
      this.push(part, style, { ...hidden, ...(ticked === undefined ? {} : { ticked }) });
    }
  }

  private fieldMark(element: XmlElement, style: Style): void {
    const type = attribute(element, 'fldCharType');
    if (type === 'begin') this.fields.push({ inCode: true, form: legacyField(child(element, 'ffData')) });
    else if (type === 'separate') {
      const field = this.fields.at(-1);
      if (field) field.inCode = false;
    } else if (type === 'end') {
      const form = this.fields.pop()?.form;
      if (form?.kind === 'checkbox') {
        const ticked = form.value === true;
        this.push(ticked ? '☒' : '☐', style, { field: form, ticked });
      } else if (form?.kind === 'choice') this.push(String(form.value ?? ''), style, { field: form });
    }
  }

  /** @param size points that the file gives what is drawn, if it does */
  private drawing(element: XmlElement, size: PictureSize | null = null): void {
    for (const each of elements(element)) {
      if (each.name === 'txbxContent') this.boxes.push(...this.context.textBox(each));
      else if (each.name === 'chart') this.boxes.push(...(this.context.charts.get(attribute(each, 'r:id') ?? '') ?? []));
      else if (each.name === 'relIds') this.boxes.push(...(this.context.charts.get(attribute(each, 'r:dm') ?? '') ?? []));
      else if (each.name === 'textpath') this.boxes.push({ kind: 'paragraph', runs: [{ text: attribute(each, 'string') ?? '' }] });
      else if (each.name === 'blip' || each.name === 'imagedata') this.picture(each, size);
      else if (each.name === 'AlternateContent') this.drawing(child(each, 'Choice') ?? child(each, 'Fallback') ?? each, size);
      else if (each.name !== 'Fallback') this.drawing(each, pictureSize(each) ?? size);
    }
  }

  private picture(element: XmlElement, size: PictureSize | null): void {
    const relation = this.context.relations.get(attribute(element, 'r:embed') ?? attribute(element, 'r:id') ?? '');
    if (size && relation && !relation.external && this.context.isPicture(relation.target))
      this.boxes.push({ kind: 'picture', part: relation.target, ...size });
  }
}
