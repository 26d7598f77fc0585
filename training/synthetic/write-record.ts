import type { DocumentWriter } from './document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeName, makePerson } from './random-values.ts';
import { askFact, type Fact, makeRecord, makeSpan, type Span } from './record-facts.ts';
import { writeNumbers } from './write-numbers.ts';
import { writeDeductions, writeSides } from './write-sections.ts';

const WORDS =
  'the this each such any holder office applicant section form notice shall must may be submitted before after within days under rule act of and or with for by in to all other information required by law copy original receipt payment amount date number name signed returned department unit service record complete print clearly'.split(
    ' ',
  );

/** Running text that says nothing, with words that labels also use. */
export function boilerplate(writer: DocumentWriter, words: number): string {
  const out: string[] = [];
  for (let at = 0; at < words; at++) {
    const way = writer.random();
    if (way < 0.03) out.push(writer.style.date(addDays('2010-01-01', Math.floor(writer.random() * 5000))));
    else if (way < 0.05) out.push(`§ ${Math.floor(1 + writer.random() * 700)}`);
    else if (way < 0.07) out.push(makeName(writer.pick));
    else out.push(writer.pick(WORDS));
  }
  const text = out.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What documents carry at their edges: own house, form number, when it was printed, pages. */
export function edges(writer: DocumentWriter): void {
  const { pick, random, size, width } = writer;
  if (random() < 0.4) {
    writer.print(makeCompany(pick, random), pick([40, width / 2, width - 40]), 22, {
      size: size * 1.4,
      align: pick(['left', 'centre']) as 'left',
    });
    writer.y = 48;
  }
  if (random() < 0.3) {
    const [street, town] = makeAddress(pick, random);
    writer.print(`${street}, ${town}`, 40, writer.y, { size: size * 0.9 });
    if (random() < 0.5)
      writer.print(`Phone: (${Math.floor(200 + random() * 700)}) 555-${Math.floor(1000 + random() * 8999)}`, width - 200, writer.y);
    writer.y += size * 1.6;
  }
  const stamp = addDays('2016-01-01', Math.floor(random() * 3000));
  if (random() < 0.3)
    writer.print(
      `${pick(['Printed', 'Print date', 'Created', 'Page printed on', 'Report run'])}: ${writer.style.date(stamp)}`,
      width - 40,
      10,
      { align: 'right', size: size * 0.85 },
    );
  if (random() < 0.3)
    writer.print(
      `Form ${makeCode(pick, random).slice(0, 4)} (Rev. ${Math.floor(1 + random() * 12)}/${Math.floor(2005 + random() * 18)})`,
      40,
      writer.height - 30,
      { size: size * 0.8 },
    );
  if (random() < 0.4) writer.print('Page 1 of 1', width - 40, writer.height - 30, { align: 'right', size: size * 0.8 });
}

type Way = 'colon' | 'colons' | 'columns' | 'right' | 'stacked' | 'under' | 'box' | 'head' | 'dots' | 'table';
export const WAYS: readonly Way[] = [
  'colon',
  'colons',
  'columns',
  'columns',
  'right',
  'stacked',
  'under',
  'box',
  'box',
  'head',
  'dots',
  'table',
  'table',
];

/** Label as printed: at times numbered, in capitals, or with a hint behind it. */
function labelOf(writer: DocumentWriter, fact: Fact, numbered: number | null): string {
  let label = writer.pick(fact.labels).replace(/:$/, '');
  const way = writer.random();
  if (way < 0.12) label = label.toUpperCase();
  else if (way < 0.2)
    label = `${label} (${writer.pick(['see instructions', 'if any', 'required', 'optional', 'print', 'as shown on page 1'])})`;
  return numbered === null ? label : `${numbered}${writer.pick(['.', '', ')'])} ${label}`;
}

/** Sets facts between two edges in one way; empty ones keep their label only. */
export function setSection(
  writer: DocumentWriter,
  facts: { fact: Fact; empty: boolean }[],
  left: number,
  right: number,
  way: Way,
  first: number | null,
): void {
  const { size } = writer;
  const step = size * (1.3 + writer.random() * 0.5);
  const colon = writer.pick([':', ':', '', ' :']);
  const small = size * (0.7 + writer.random() * 0.3);
  const bold = writer.chance(0.3);
  let column = 0;
  const columns = writer.pick([2, 2, 3]);
  const cell = (right - left) / columns;
  const tab = left + 70 + writer.random() * 90;
  const drawn = writer.chance(0.6);
  // as boxes of forms are: the currency at the edge and the figure apart from it, the label over as many lines as it needs
  const apart = way === 'box' && writer.chance(0.5);
  let tallest = 0;
  for (const [index, { fact, empty }] of facts.entries()) {
    if (writer.y > writer.height - 90) writer.turn();
    const label = labelOf(writer, fact, first === null ? null : first + index);
    const lines = empty ? [] : fact.lines;
    const x = left + column * cell;
    const put = (at: number, top: number, align: 'left' | 'right' = 'left') =>
      lines.forEach((line, row) => {
        writer.print(line, at, top + row * step, { align });
      });
    const rows = Math.max(1, lines.length);
    if (way === 'colon') {
      const end = writer.print(`${label}${colon || ':'}`, left, writer.y, { bold });
      put(end + size * 0.1, writer.y);
      writer.y += rows * step;
    } else if (way === 'colons') {
      // The colons stand in a column of their own.
      const start = Math.max(tab, left + writer.widthOf(label) + 14);
      writer.print(label, left, writer.y, { bold });
      writer.print(':', start, writer.y);
      put(start + size * 1.4, writer.y);
      writer.y += rows * step;
    } else if (way === 'columns' || way === 'right' || way === 'dots' || way === 'table') {
      const start = Math.max(tab, left + writer.widthOf(label) + 14);
      if (way === 'right') writer.print(`${label}${colon}`, tab, writer.y, { bold, align: 'right' });
      else
        writer.print(
          way === 'dots'
            ? `${label} ${'.'.repeat(Math.max(3, Math.floor((start - left - writer.widthOf(label)) / size / 0.3)))}`
            : `${label}${colon}`,
          left,
          writer.y,
          { bold },
        );
      put(way === 'right' ? tab + 8 : start, writer.y);
      if (way === 'table' && drawn) writer.frame(left - 3, writer.y - step * 0.25, right, writer.y + rows * step - step * 0.25);
      if (way === 'table' && drawn) writer.stroke(start - 5, writer.y - step * 0.25, start - 5, writer.y + rows * step - step * 0.25);
      writer.y += rows * step;
    } else {
      // Cells side by side: label over or under the value.
      const under = way === 'under';
      const top = writer.y;
      const wrapped = way === 'box' && !under ? wrap(writer, label, cell - 14, small) : [label];
      const body = under ? top : top + small * 1.25 * wrapped.length + (apart ? small * 0.6 : 0);
      const figure = apart && fact.type === 'money' && lines.length === 1 ? /^([$£€])\s*(.+)$/.exec(lines[0] ?? '') : null;
      if (figure) {
        writer.print(figure[1] ?? '', x + 3, body);
        writer.print(figure[2] ?? '', writer.chance(0.5) ? x + cell - 18 : x + 26, body, { align: 'left' });
      } else put(x + (apart ? 12 : 3), body);
      if (under) writer.stroke(x, top + rows * step, x + cell - 15, top + rows * step);
      wrapped.forEach((text, row) => {
        const indent = row > 0 && first !== null ? small * 0.9 : 0;
        writer.print(text, x + 3 + indent, under ? top + rows * step + 1 : top + row * small * 1.2, {
          size: way === 'head' ? size : small,
          bold,
        });
      });
      const height = rows * step + small * (0.35 + 1.25 * wrapped.length) + (apart ? small : 0);
      tallest = Math.max(tallest, height);
      if (way === 'box' && drawn) writer.frame(x, top - 2, x + cell, top + Math.max(height, step * 2.4));
      column++;
      if (way === 'stacked' || column === columns || index === facts.length - 1) {
        column = 0;
        writer.y += Math.max(tallest, way === 'box' ? step * 2.4 : 0) + (under ? step * 0.6 : 2);
        tallest = 0;
      }
    }
  }
  writer.y += step;
}

/** A label cut into lines of a width. */
function wrap(writer: DocumentWriter, label: string, width: number, size: number): string[] {
  const lines: string[] = [''];
  for (const word of label.split(' ')) {
    const last = lines.length - 1;
    if (lines[last] && writer.widthOf(`${lines[last]} ${word}`, size) > width) lines.push(word);
    else lines[last] = lines[last] ? `${lines[last]} ${word}` : word;
  }
  return lines;
}

/** Prints a span of days and asks for its ends. */
export function setSpan(writer: DocumentWriter, span: Span, x: number): void {
  const { style, pick, size } = writer;
  const two = writer.chance(0.35);
  if (two) {
    const [start, end] = pick([
      ['Start date', 'End date'],
      ['From', 'To'],
      ['Begins', 'Ends'],
      ['Valid from', 'Valid until'],
      ['Start', 'End'],
    ]);
    writer.print(`${start}: ${style.date(span.from)}`, x, writer.y);
    writer.print(`${end}: ${style.date(span.to)}`, x + (writer.chance(0.5) ? 160 : 0), writer.y + (writer.chance(0.5) ? 0 : size * 1.4));
  } else {
    const written = style.span(span.from, span.to, pick(['-', '–', 'to', 'through', '-']));
    const label = pick(span.labels);
    const inline = writer.chance(0.5);
    if (inline) writer.print(`${label}: ${written}`, x, writer.y);
    else if (writer.chance(0.5)) {
      writer.print(label, x, writer.y);
      writer.print(written, x + Math.max(80, writer.widthOf(label) + 15), writer.y);
    } else {
      writer.print(label, x, writer.y, { size: size * 0.85 });
      writer.y += size * 1.3;
      writer.print(written, x, writer.y);
    }
  }
  writer.y += size * 3;
  writer.ask(span.names[0], 'date', span.from, span.descriptions[0]);
  writer.ask(span.names[1], 'date', span.to, span.descriptions[1]);
}

/** A form or record of facts no dictionary knows: boxes, lines, columns; some left empty, most asked for. */
export function writeRecord(writer: DocumentWriter): void {
  const { pick, random } = writer;
  edges(writer);
  writer.print(
    pick(['Application', 'Record', 'Certificate', 'Declaration', 'Statement', 'Notice', 'Registration statement', 'Report', 'Data sheet']),
    pick([40, 200]),
    writer.y,
    { size: writer.size * 1.7, bold: true },
  );
  writer.y += writer.size * 3;
  const facts = makeRecord(writer, 6 + Math.floor(random() * 12));
  const numbered = writer.chance(0.3);
  let done = 0;
  while (done < facts.length) {
    const count = 2 + Math.floor(random() * 5);
    const part = facts.slice(done, done + count).map((fact) => ({ fact, empty: writer.chance(0.12) }));
    const narrow = writer.chance(0.25);
    setSection(
      writer,
      part,
      narrow ? 300 : 40,
      narrow || writer.chance(0.8) ? writer.width - 40 : 320,
      pick(WAYS),
      numbered ? done + 1 : null,
    );
    for (const { fact, empty } of part) if (writer.chance(0.75)) askFact(writer, fact, empty ? null : fact.value);
    if (writer.chance(0.3)) writer.paragraph(boilerplate(writer, 20 + Math.floor(random() * 60)), 40, writer.width - 40);
    done += count;
  }
  if (writer.chance(0.4)) setSpan(writer, makeSpan(writer), 40);
  if (writer.chance(0.3)) writeSides(writer);
  if (writer.chance(0.25)) writeDeductions(writer);
  if (writer.chance(0.4)) writeNumbers(writer);
  askMissing(writer, 2);
  if (writer.chance(0.35)) {
    const signer = makePerson(pick);
    writer.y += 12;
    writer.print(`/s/ ${signer}`, 300, writer.y);
    writer.print(pick(['Signature', 'Name and title', 'Signed']), 300, writer.y + writer.size * 1.4, { size: writer.size * 0.8 });
    writer.print(writer.style.date(addDays('2015-01-01', Math.floor(random() * 3000))), 60, writer.y);
    writer.print('Date', 60, writer.y + writer.size * 1.4, { size: writer.size * 0.8 });
    writer.ask(pick(['signed_by', 'signer', 'signatory_name']), 'string', signer, pick(['Name of the person who signs', '']));
  }
}

/** Asks for facts that the document does not have. */
export function askMissing(writer: DocumentWriter, most: number): void {
  const count = Math.floor(writer.random() * (most + 1));
  const said = new Set(Object.keys(writer.truth).flatMap((name) => name.split('_')));
  for (const fact of makeRecord(writer, count)) if (!fact.base.split(' ').some((word) => said.has(word))) askFact(writer, fact, null);
}
