import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading, type Print } from '../../testing/build-reading.ts';
import { line, readValues } from '../../testing/print-table.ts';
import { viewDocument } from '../../view/document-view.ts';
import { findTimeSpan } from './find-time-span.ts';

const JOBS = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  description: 'Work experience',
  fields: [
    { name: 'employer', type: 'string', description: 'Employer' },
    { name: 'position', type: 'string', description: 'Job title' },
    { name: 'start', type: 'string', description: 'Begin of the job' },
    { name: 'end', type: 'string', description: 'End of the job' },
  ],
});
const STUDIES = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  description: 'Education',
  fields: [
    { name: 'school', type: 'string' },
    { name: 'degree', type: 'string' },
    { name: 'end', type: 'string', description: 'Year of graduation' },
  ],
});

const head = (y: number, text: string, x = 40): Print => ({ text, x, y, size: 14, bold: true });
const bold = (y: number, text: string, x = 40): Print => ({ text, x, y, bold: true });
const bullet = (y: number, text: string, x = 44): Print => ({ text: `• ${text}`, x, y });

/** A CV whose entries are an employer over a position with its time at the right. */
const STACKED: Print[] = [
  head(40, 'Mira Falk'),
  head(80, 'Work Experience'),
  bold(100, 'Harbour Bakery Ltd'),
  ...line(112, [40, 'Shift Manager'], [545, '>April 2020 – Present']),
  bullet(124, 'Planned the shifts of twelve people, and bought flour, sugar and yeast for three shops'),
  bullet(136, 'Brought waste down'),
  bold(156, 'Old Mill Group'),
  ...line(168, [40, 'Sales Assistant'], [545, '>Winter 2019']),
  bullet(180, 'Served guests at the counter'),
  head(210, 'Education'),
  bold(230, 'Northern College'),
  ...line(242, [40, 'Bachelor of Arts'], [545, '>2015 – 2018']),
];

describe('entries of a section', () => {
  it('are rows of the section that their heading names, up to the next heading', () => {
    expect(readValues([STACKED], JOBS)).toEqual([
      ['Harbour Bakery Ltd', 'Shift Manager', 'April 2020', 'Present'],
      ['Old Mill Group', 'Sales Assistant', 'Winter 2019', null],
    ]);
  });

  it('are found by another heading for other fields, and a single time ends what has no begin', () => {
    expect(readValues([STACKED], STUDIES)).toEqual([['Northern College', 'Bachelor of Arts', '2018']]);
  });

  it('are told apart by what they are, not by their order', () => {
    const page = [
      head(40, 'Berufserfahrung'),
      ...line(60, [40, '03/2019 - heute'], [150, 'Projektleiterin, Nordlicht GmbH – Kiel']),
      bullet(72, 'Baut Brücken und Stege', 154),
      ...line(90, [40, '01/2016 - 02/2019'], [150, 'Ingenieurin, Stegbau AG – Lübeck']),
      bullet(102, 'Plante Stege', 154),
      head(130, 'Kenntnisse'),
      ...line(150, [40, '2014 - 2015'], [150, 'Zeichnen']),
    ];
    expect(readValues([page], JOBS)).toEqual([
      ['Nordlicht GmbH', 'Projektleiterin', '03/2019', 'heute'],
      ['Stegbau AG', 'Ingenieurin', '01/2016', '02/2019'],
    ]);
  });

  it('go on over a page break', () => {
    const first = [head(700, 'Employment History'), bold(720, 'Clerk'), ...line(732, [40, 'Lark Press'], [545, '>2018 – 2020'])];
    const second = [bold(40, 'Editor'), ...line(52, [40, 'Lark Press'], [545, '>2016 – 2018']), head(90, 'Skills')];
    expect(readValues([first, second], JOBS).map((row) => row.slice(1))).toEqual([
      ['Clerk', '2018', '2020'],
      ['Editor', '2016', '2018'],
    ]);
  });

  it('leave a column beside them alone', () => {
    const page = [
      head(40, 'Experience', 220),
      bold(60, 'Stage Designer - 02/2008 to 11/2013', 220),
      ...line(72, [220, 'Tern Studio, Oslo, Norway']),
      bullet(84, 'Made pages', 226),
      head(40, 'Contact'),
      ...line(66, [40, '12 Quay Street']),
      head(90, 'Languages'),
      ...line(110, [40, 'Danish']),
    ];
    expect(readValues([page], JOBS)).toEqual([['Tern Studio', 'Stage Designer', '02/2008', '11/2013']]);
  });

  it('have a name before its country, and may have two times', () => {
    const page = [
      head(40, 'Work Experience'),
      bold(60, 'Ternwick, Norway'),
      ...line(60, [545, '>(Jan-09 ~ Mar-12) (May-14 ~ Dec-17)']),
      bold(72, 'Senior Surveyor'),
      bullet(84, 'Built bridges'),
    ];
    expect(readValues([page], JOBS)).toEqual([['Ternwick', 'Senior Surveyor', 'Jan-09', 'Mar-12']]);
  });

  it('are told by the ends of words where these are not known', () => {
    const page = [
      head(40, 'Career history'),
      ...line(60, [40, 'Glazier'], [545, '>2011 – 2015']),
      ...line(72, [40, 'Foss & Eide']),
      bullet(84, 'Mended windows'),
      ...line(104, [40, 'Thatcher'], [545, '>2008 – 2011']),
      ...line(116, [40, 'Hollow Lane']),
      bullet(128, 'Mended roofs'),
    ];
    expect(readValues([page], JOBS)).toEqual([
      ['Foss & Eide', 'Glazier', '2011', '2015'],
      ['Hollow Lane', 'Thatcher', '2008', '2011'],
    ]);
  });

  it('are none where no heading names what is asked for', () => {
    const page = STACKED.filter(({ text }) => text !== 'Work Experience');
    expect(readValues([page], JOBS)).toEqual([]);
  });
});

describe('times', () => {
  const read = (text: string) => {
    const view = viewDocument(buildReading([[{ text, x: 40, y: 40 }]]));
    const span = findTimeSpan(view, 0, view.tokens.length);
    return span && [span.start.text, span.end?.text ?? null];
  };

  it.each([
    ['Mar 2017 – Oct 2018', 'Mar 2017', 'Oct 2018'],
    ['January 2011 to Current', 'January 2011', 'Current'],
    ['2019-2021', '2019', '2021'],
    ['(Nov-13 ~ Onwards)', 'Nov-13', 'Onwards'],
    ['seit März 2020', 'März 2020', null],
    ['von 03/2019 bis 06/2020', '03/2019', '06/2020'],
    ['mai 2018 – aujourd’hui', 'mai 2018', 'aujourd’hui'],
    ['březen 2019 – dosud', 'březen 2019', 'dosud'],
    ['od 2019 až do současnosti', '2019', 'do současnosti'],
    ['podzim 2012 až jaro 2014', 'podzim 2012', 'jaro 2014'],
    ['mars 2019 – pågående', 'mars 2019', 'pågående'],
    ['från 2019 till idag', '2019', 'idag'],
    ['mars 2019 – fram till idag', 'mars 2019', 'fram till idag'],
    ['fr.o.m. 2015 t.o.m. 2018', '2015', '2018'],
    ['HT 2012 – våren 2014', 'HT 2012', 'våren 2014'],
    ['Autumn 2012', 'Autumn 2012', null],
    ['June–August 2020', 'June', 'August 2020'],
    ['01.02.2015 – 31.12.2016', '01.02.2015', '31.12.2016'],
  ])('are cut into begin and end: %s', (text, start, end) => {
    expect(read(text)).toEqual([start, end]);
  });

  it.each(['served 20 guests', 'page 12 of 40', 'from A to B'])('are not taken from other print: %s', (text) => {
    expect(read(text)).toBeNull();
  });
});
