const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Formats of numbers, by the number under which the styles have them; those below 164 are Excel's own. */
const NUMBER_FORMATS = { date: 165, moment: 166, money: 4, percentage: 10 };

/** Places in the list of cell formats of `STYLES_XML`. */
export const CELL_STYLES = { heading: 1, date: 2, moment: 3, money: 4, percentage: 5 };

const cellFormat = (id: number, more = '') => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${more}/>`;
const shown = (id: number) => cellFormat(id, ' applyNumberFormat="1"');

/** The styles of every workbook: as it comes, bold headings, and the formats of numbers. */
export const STYLES_XML = [
  `${START}<styleSheet xmlns="${MAIN}">`,
  '<numFmts count="2"><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="6">',
  cellFormat(0),
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  ...[NUMBER_FORMATS.date, NUMBER_FORMATS.moment, NUMBER_FORMATS.money, NUMBER_FORMATS.percentage].map(shown),
  '</cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

/** What a workbook has besides its sheets and styles. @param names of its sheets @returns path → XML */
export function workbookParts(names: readonly string[]): Record<string, string> {
  const sheets = names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (...all: string[]) => `${START}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
  const part = (path: string, type: string) => `<Override PartName="/xl/${path}" ContentType="${TYPE}.${type}+xml"/>`;
  return {
    'xl/workbook.xml': `${START}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
      relation(names.length + 1, 'styles', 'styles.xml'),
    ),
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': [
      `${START}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      part('workbook.xml', 'sheet.main'),
      part('styles.xml', 'styles'),
      ...names.map((_, index) => part(`worksheets/sheet${index + 1}.xml`, 'worksheet')),
      '</Types>',
    ].join(''),
  };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for a part of a workbook: without what XML cannot hold, and with no `_x0041_`, which Excel would read as a character. */
export function escapeXml(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
      .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] as string)
  );
}
