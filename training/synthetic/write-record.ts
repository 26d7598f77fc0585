import type { Sheet } from './document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeName, makePerson } from './random-values.ts';
import { askFact, type Fact, makeRecord, makeSpan, type Span } from './record-facts.ts';
import { setLess, setSides } from './write-sections.ts';

const WORDS =
  'the this each such any holder office applicant section form notice shall must may be submitted before after within days under rule act of and or with for by in to all other information required by law copy original receipt payment amount date number name signed returned department unit service record complete print clearly'.split(
    ' ',
  );

/** Running text that says nothing, with words that labels also use. */
export function boilerplate(sheet: Sheet, words: number): string {
  const out: string[] = [];
  for (let at = 0; at < words; at++) {
    const way = sheet.random();
    if (way < 0.03) out.push(sheet.style.date(addDays('2010-01-01', Math.floor(sheet.random() * 5000))));
    else if (way < 0.05) out.push(`§ ${Math.floor(1 + sheet.random() * 700)}`);
    else if (way < 0.07) out.push(makeName(sheet.pick));
    else out.push(sheet.pick(WORDS));
  }
  const text = out.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What papers carry at their edges: own house, form number, when it was printed, pages. */
export function edges(sheet: Sheet): void {
  const { pick, random, size, width } = sheet;
  if (random() < 0.4) {
    sheet.print(makeCompany(pick, random), pick([40, width / 2, width - 40]), 22, {
      size: size * 1.4,
      align: pick(['left', 'centre']) as 'left',
    });
    sheet.y = 48;
  }
  if (random() < 0.3) {
    const [street, town] = makeAddress(pick, random);
    sheet.print(`${street}, ${town}`, 40, sheet.y, { size: size * 0.9 });
    if (random() < 0.5)
      sheet.print(`Phone: (${Math.floor(200 + random() * 700)}) 555-${Math.floor(1000 + random() * 8999)}`, width - 200, sheet.y);
    sheet.y += size * 1.6;
  }
  const stamp = addDays('2016-01-01', Math.floor(random() * 3000));
  if (random() < 0.3)
    sheet.print(
      `${pick(['Printed', 'Print date', 'Created', 'Page printed on', 'Report run'])}: ${sheet.style.date(stamp)}`,
      width - 40,
      10,
      { align: 'right', size: size * 0.85 },
    );
  if (random() < 0.3)
    sheet.print(
      `Form ${makeCode(pick, random).slice(0, 4)} (Rev. ${Math.floor(1 + random() * 12)}/${Math.floor(2005 + random() * 18)})`,
      40,
      sheet.height - 30,
      { size: size * 0.8 },
    );
  if (random() < 0.4) sheet.print('Page 1 of 1', width - 40, sheet.height - 30, { align: 'right', size: size * 0.8 });
}

type Way = 'colon' | 'columns' | 'right' | 'stacked' | 'under' | 'box' | 'head' | 'dots' | 'table';
export const WAYS: readonly Way[] = [
  'colon',
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
function labelOf(sheet: Sheet, fact: Fact, numbered: number | null): string {
  let label = sheet.pick(fact.labels).replace(/:$/, '');
  const way = sheet.random();
  if (way < 0.12) label = label.toUpperCase();
  else if (way < 0.2)
    label = `${label} (${sheet.pick(['see instructions', 'if any', 'required', 'optional', 'print', 'as shown on page 1'])})`;
  return numbered === null ? label : `${numbered}${sheet.pick(['.', '', ')'])} ${label}`;
}

/** Sets facts between two edges in one way; empty ones keep their label only. */
export function setSection(
  sheet: Sheet,
  facts: { fact: Fact; empty: boolean }[],
  left: number,
  right: number,
  way: Way,
  first: number | null,
): void {
  const { size } = sheet;
  const step = size * (1.3 + sheet.random() * 0.5);
  const colon = sheet.pick([':', ':', '', ' :']);
  const small = size * (0.7 + sheet.random() * 0.3);
  const bold = sheet.chance(0.3);
  let column = 0;
  const columns = sheet.pick([2, 2, 3]);
  const cell = (right - left) / columns;
  const tab = left + 70 + sheet.random() * 90;
  const drawn = sheet.chance(0.6);
  // as boxes of forms are: the currency at the edge and the figure apart from it, the label over as many lines as it needs
  const apart = way === 'box' && sheet.chance(0.5);
  let tallest = 0;
  for (const [index, { fact, empty }] of facts.entries()) {
    if (sheet.y > sheet.height - 90) sheet.turn();
    const label = labelOf(sheet, fact, first === null ? null : first + index);
    const lines = empty ? [] : fact.lines;
    const x = left + column * cell;
    const put = (at: number, top: number, align: 'left' | 'right' = 'left') =>
      lines.forEach((line, row) => {
        sheet.print(line, at, top + row * step, { align });
      });
    const rows = Math.max(1, lines.length);
    if (way === 'colon') {
      const end = sheet.print(`${label}${colon || ':'}`, left, sheet.y, { bold });
      put(end + size * 0.1, sheet.y);
      sheet.y += rows * step;
    } else if (way === 'columns' || way === 'right' || way === 'dots' || way === 'table') {
      const start = Math.max(tab, left + sheet.widthOf(label) + 14);
      if (way === 'right') sheet.print(`${label}${colon}`, tab, sheet.y, { bold, align: 'right' });
      else
        sheet.print(
          way === 'dots'
            ? `${label} ${'.'.repeat(Math.max(3, Math.floor((start - left - sheet.widthOf(label)) / size / 0.3)))}`
            : `${label}${colon}`,
          left,
          sheet.y,
          { bold },
        );
      put(way === 'right' ? tab + 8 : start, sheet.y);
      if (way === 'table' && drawn) sheet.frame(left - 3, sheet.y - step * 0.25, right, sheet.y + rows * step - step * 0.25);
      if (way === 'table' && drawn) sheet.stroke(start - 5, sheet.y - step * 0.25, start - 5, sheet.y + rows * step - step * 0.25);
      sheet.y += rows * step;
    } else {
      // Cells side by side: label over or under the value.
      const under = way === 'under';
      const top = sheet.y;
      const wrapped = way === 'box' && !under ? wrap(sheet, label, cell - 14, small) : [label];
      const body = under ? top : top + small * 1.25 * wrapped.length + (apart ? small * 0.6 : 0);
      const figure = apart && fact.type === 'money' && lines.length === 1 ? /^([$£€])\s*(.+)$/.exec(lines[0] ?? '') : null;
      if (figure) {
        sheet.print(figure[1] ?? '', x + 3, body);
        sheet.print(figure[2] ?? '', sheet.chance(0.5) ? x + cell - 18 : x + 26, body, { align: 'left' });
      } else put(x + (apart ? 12 : 3), body);
      if (under) sheet.stroke(x, top + rows * step, x + cell - 15, top + rows * step);
      wrapped.forEach((text, row) => {
        const indent = row > 0 && first !== null ? small * 0.9 : 0;
        sheet.print(text, x + 3 + indent, under ? top + rows * step + 1 : top + row * small * 1.2, {
          size: way === 'head' ? size : small,
          bold,
        });
      });
      const height = rows * step + small * (0.35 + 1.25 * wrapped.length) + (apart ? small : 0);
      tallest = Math.max(tallest, height);
      if (way === 'box' && drawn) sheet.frame(x, top - 2, x + cell, top + Math.max(height, step * 2.4));
      column++;
      if (way === 'stacked' || column === columns || index === facts.length - 1) {
        column = 0;
        sheet.y += Math.max(tallest, way === 'box' ? step * 2.4 : 0) + (under ? step * 0.6 : 2);
        tallest = 0;
      }
    }
  }
  sheet.y += step;
}

/** A label cut into lines of a width. */
function wrap(sheet: Sheet, label: string, width: number, size: number): string[] {
  const lines: string[] = [''];
  for (const word of label.split(' ')) {
    const last = lines.length - 1;
    if (lines[last] && sheet.widthOf(`${lines[last]} ${word}`, size) > width) lines.push(word);
    else lines[last] = lines[last] ? `${lines[last]} ${word}` : word;
  }
  return lines;
}

/** Prints a span of days and asks for its ends. */
export function setSpan(sheet: Sheet, span: Span, x: number): void {
  const { style, pick, size } = sheet;
  const two = sheet.chance(0.35);
  if (two) {
    const [start, end] = pick([
      ['Start date', 'End date'],
      ['From', 'To'],
      ['Begins', 'Ends'],
      ['Valid from', 'Valid until'],
      ['Start', 'End'],
    ]);
    sheet.print(`${start}: ${style.date(span.from)}`, x, sheet.y);
    sheet.print(`${end}: ${style.date(span.to)}`, x + (sheet.chance(0.5) ? 160 : 0), sheet.y + (sheet.chance(0.5) ? 0 : size * 1.4));
  } else {
    const written = `${style.date(span.from)} ${pick(['-', '–', 'to', 'through', '-'])} ${style.date(span.to)}`;
    const label = pick(span.labels);
    const inline = sheet.chance(0.5);
    if (inline) sheet.print(`${label}: ${written}`, x, sheet.y);
    else if (sheet.chance(0.5)) {
      sheet.print(label, x, sheet.y);
      sheet.print(written, x + Math.max(80, sheet.widthOf(label) + 15), sheet.y);
    } else {
      sheet.print(label, x, sheet.y, { size: size * 0.85 });
      sheet.y += size * 1.3;
      sheet.print(written, x, sheet.y);
    }
  }
  sheet.y += size * 3;
  sheet.ask(span.names[0], 'date', span.from, span.descriptions[0]);
  sheet.ask(span.names[1], 'date', span.to, span.descriptions[1]);
}

/** A form or record of facts no dictionary knows: boxes, lines, columns; some left empty, most asked for. */
export function setRecord(sheet: Sheet): void {
  const { pick, random } = sheet;
  edges(sheet);
  sheet.print(
    pick(['Application', 'Record', 'Certificate', 'Declaration', 'Statement', 'Notice', 'Registration statement', 'Report', 'Data sheet']),
    pick([40, 200]),
    sheet.y,
    { size: sheet.size * 1.7, bold: true },
  );
  sheet.y += sheet.size * 3;
  const facts = makeRecord(sheet, 6 + Math.floor(random() * 12));
  const numbered = sheet.chance(0.3);
  let done = 0;
  while (done < facts.length) {
    const count = 2 + Math.floor(random() * 5);
    const part = facts.slice(done, done + count).map((fact) => ({ fact, empty: sheet.chance(0.12) }));
    const narrow = sheet.chance(0.25);
    setSection(
      sheet,
      part,
      narrow ? 300 : 40,
      narrow || sheet.chance(0.8) ? sheet.width - 40 : 320,
      pick(WAYS),
      numbered ? done + 1 : null,
    );
    for (const { fact, empty } of part) if (sheet.chance(0.75)) askFact(sheet, fact, empty ? null : fact.value);
    if (sheet.chance(0.3)) sheet.paragraph(boilerplate(sheet, 20 + Math.floor(random() * 60)), 40, sheet.width - 40);
    done += count;
  }
  if (sheet.chance(0.4)) setSpan(sheet, makeSpan(sheet), 40);
  if (sheet.chance(0.3)) setSides(sheet);
  if (sheet.chance(0.25)) setLess(sheet);
  askMissing(sheet, 2);
  if (sheet.chance(0.35)) {
    const signer = makePerson(pick);
    sheet.y += 12;
    sheet.print(`/s/ ${signer}`, 300, sheet.y);
    sheet.print(pick(['Signature', 'Name and title', 'Signed']), 300, sheet.y + sheet.size * 1.4, { size: sheet.size * 0.8 });
    sheet.print(sheet.style.date(addDays('2015-01-01', Math.floor(random() * 3000))), 60, sheet.y);
    sheet.print('Date', 60, sheet.y + sheet.size * 1.4, { size: sheet.size * 0.8 });
    sheet.ask(pick(['signed_by', 'signer', 'signatory_name']), 'string', signer, pick(['Name of the person who signs', '']));
  }
}

/** Asks for facts the paper does not have. */
export function askMissing(sheet: Sheet, most: number): void {
  const count = Math.floor(sheet.random() * (most + 1));
  const said = new Set(Object.keys(sheet.truth).flatMap((name) => name.split('_')));
  for (const fact of makeRecord(sheet, count)) if (!fact.base.split(' ').some((word) => said.has(word))) askFact(sheet, fact, null);
}
