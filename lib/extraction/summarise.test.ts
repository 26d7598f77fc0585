import { describe, expect, it } from 'vitest';
import type { Reading } from '#lib/contract/service/reading.ts';
import { summarise } from './summarise.ts';
import { listSentences } from './summary/summary-sentences.ts';
import { readingOfLines } from './testing/reading-of-lines.ts';

const textsOf = (pages: Parameters<typeof readingOfLines>[0]) => listSentences(readingOfLines(pages)).map(({ text }) => text);

/** A page whose lines are paragraphs of their own. */
function paragraphs(...pages: string[][]): Reading {
  const reading = readingOfLines(pages);
  return {
    ...reading,
    pages: reading.pages.map((page) => ({
      ...page,
      blocks: page.lines.map(({ box }, index) => ({ kind: 'paragraph' as const, lines: [index, index + 1] as [number, number], box })),
    })),
  };
}

const BRIDGE = [
  'The harbour bridge was closed for repairs on Monday.',
  'Engineers found cracks in two pillars of the harbour bridge.',
  'Dr. Weber of the city said the repairs of the bridge take four weeks.',
  'Coffee was served.',
  'Traffic is led over the northern tunnel while the bridge is closed.',
  'The ferries of the harbour take bicycles and people on foot meanwhile.',
  'Shops at the quay complain that nobody comes by any more.',
  'A second opinion on the pillars was asked from the technical university.',
  'Buses of the lines four and nine stop at the fish market for now.',
  'The mayor asked everybody for patience and promised better signs.',
  'In spring the railings of the bridge will be painted once more.',
];

describe('a summary', () => {
  const reading = paragraphs(BRIDGE);

  it('picks what is about the matter, in the order of the document, word for word with its place', () => {
    const { sentences, text, note } = summarise(reading, { maxSentences: 3 });
    expect(sentences).toHaveLength(3);
    expect(note).toBeNull();
    expect(text).not.toContain('Coffee');
    const tops = sentences.map(({ evidence }) => evidence[0]?.box?.[1] ?? 0);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    for (const { text: sentence, evidence } of sentences) {
      expect(evidence[0]?.words?.map((index) => reading.pages[0]?.words[index]?.text).join(' ')).toBe(sentence);
    }
  });

  it('is at most 30 % of the text, however many sentences are asked for', () => {
    const source = reading.pages[0]?.words.map((word) => word.text).join(' ') ?? '';
    const { text } = summarise(reading, { maxSentences: 50 });
    expect(text.length).toBeLessThanOrEqual(0.3 * source.length);
    expect(text.length).toBeGreaterThan(0.1 * source.length);
  });

  it('grows with the document when no number of sentences is asked for', () => {
    const pages = Array.from({ length: 60 }, (_, page) =>
      BRIDGE.map((sentence) => `${sentence.slice(0, -1)} number ${page} of pillar ${'abcdefghij'[page % 10]?.repeat(5 + (page % 7))}.`),
    );
    const long = paragraphs(...pages);
    const all = pages.flat().join(' ').length;
    const { sentences, text } = summarise(long, {});
    expect(sentences.length).toBeGreaterThan(5);
    expect(text.length).toBeGreaterThanOrEqual(0.02 * all);
    expect(summarise(long, { maxSentences: 5 }).sentences).toHaveLength(5);
  });

  it('says nothing twice', () => {
    const same = 'The invoice has to be paid within thirty days of its date.';
    const others = ['Late payers are charged interest.', 'The goods stay ours until they are paid in full.', 'Cheques are not taken.'];
    const { sentences } = summarise(paragraphs([same, same, ...others, same, ...others, same, same, same]), { maxSentences: 4 });
    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
  });

  it('begins with the sentence that says what the document is, and puts the clauses of every contract back', () => {
    const { sentences } = summarise(
      paragraphs([
        'Storage of barley in the two northern silos costs four euros a tonne and month.',
        'This agreement is made between the mill and the three farmers of the valley for the storage of barley.',
        'The farmers bring the barley before the end of September and the mill weighs the barley at the gate.',
        'If any provision of this agreement is invalid, the remaining provisions of the agreement stay in force.',
        'This agreement may be signed in two counterparts, each of which is the agreement of the farmers and the mill.',
        'No failure or delay of the mill or the farmers in exercising a right under this agreement is a waiver of it.',
        'The mill pays for barley of the farmers that is spoiled in the silos by water or by mice.',
        'The storage ends in June, when the farmers have to fetch what is left of the barley.',
      ]),
      { maxSentences: 3 },
    );
    const texts = sentences.map(({ text }) => text).join(' ');
    expect(texts).toContain('made between the mill and the three farmers');
    expect(texts).not.toMatch(/invalid|counterparts|waiver/);
  });

  it('takes no figures, addresses and headings, and says so', () => {
    const figures = readingOfLines([['Rent March 2026 1,200.00 EUR', 'Miller & Sons, 12 Main Street, 4711 Oldtown', 'Total 1,200.00 EUR']]);
    expect(summarise(figures, {})).toMatchObject({ text: '', sentences: [], note: expect.stringContaining('no sentences') });
  });

  it('says so when the document is too short, when it is nearly all figures, and when it is empty', () => {
    const short = summarise(readingOfLines([['We thank you for the two sacks of flour.']]), {});
    expect(short).toMatchObject({ sentences: [], note: 'The document is too short to be shortened.' });
    const rows = Array.from({ length: 30 }, (_, row) => `Article 47${row} 12 pcs 4.50 ${54 + row}.00`);
    const table = summarise(paragraphs([...rows, 'Please pay the sum within ten days to our account at the mill.']), {});
    expect(table.sentences.map(({ text }) => text)).toEqual(['Please pay the sum within ten days to our account at the mill.']);
    expect(table.note).toContain('for the most part');
    const long = summarise(paragraphs([...rows, ...rows, ...rows, ...rows, 'Please pay the sum within ten days to our account.']), {});
    expect(long).toMatchObject({ sentences: [], note: expect.stringContaining('do not tell what it is about') });
    const notices = summarise(
      paragraphs([...rows, 'All rights reserved by the mill and its partners.', 'Thank you for your custom, come again!']),
      {},
    );
    expect(notices).toMatchObject({ sentences: [], note: expect.stringContaining('but general conditions and notices') });
    expect(summarise(readingOfLines([[]]), {})).toMatchObject({ text: '', sentences: [], note: 'The document has no readable text.' });
  });

  it('takes its time for no monster of a word', () => {
    const monster = `This agreement ${'between a'.repeat(40_000)} is made and signed by nobody at all.`;
    expect(summarise(paragraphs([monster, ...BRIDGE]), {}).text).not.toContain('between');
  });

  it('names the document by its largest heading or by its subject', () => {
    const titled = readingOfLines([[{ text: 'Storage agreement', size: 20 }, ...BRIDGE]]);
    expect(summarise(titled, {}).title).toMatchObject({ text: 'Storage agreement', evidence: [{ page: 1, words: [0, 1] }] });
    const mail = { ...titled, stated_values: [{ source: 'mail_header' as const, path: 'subject', value: 'Barley for May' }] };
    expect(summarise(mail, {}).title).toMatchObject({ text: 'Barley for May', evidence: [] });
  });
});

describe('sentences', () => {
  it('go on over a page that breaks them, with a place on each', () => {
    const { sentences } = summarise(
      paragraphs(
        [...BRIDGE, 'This report says why the harbour bridge had to be closed and what the repairs of the harbour'],
        ['bridge will cost the city until the end of the year.'],
      ),
      { maxSentences: 2 },
    );
    const broken = sentences.find(({ text }) => text.startsWith('This report'));
    expect(broken?.text).toContain('of the harbour bridge will cost');
    expect(broken?.evidence.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('are mended where a hyphen ends the line, but not where the hyphen belongs to them', () => {
    expect(
      textsOf([['The commission met in the afternoon and dis-', 'cussed the two- and three-year plans for the Non-', 'Profit house.']]),
    ).toEqual(['The commission met in the afternoon and discussed the two- and three-year plans for the Non-Profit house.']);
  });

  it('begin after item numbers and headings in capitals', () => {
    expect(
      textsOf([['SUPPLY AGREEMENT This agreement is about the flour of the mill.', '2. The price of the flour is fixed for a year.']]),
    ).toEqual(['This agreement is about the flour of the mill.', 'The price of the flour is fixed for a year.']);
  });

  it('are not made of what a mail repeats of older mails, of salutations and of courtesies', () => {
    const lines = [
      'Dear Ms. Holt,',
      'We can deliver the two ovens in the second week of May.',
      'Kind regards from all of us.',
      '> We asked for the ovens to be brought in April.',
      'On 3 May 2026 Anna Holt wrote:',
      'We asked for the price of the two ovens last week.',
    ];
    const mail = { ...paragraphs(lines), media_type: 'message/rfc822' };
    expect(listSentences(mail).map(({ text }) => text)).toEqual(['We can deliver the two ovens in the second week of May.']);
  });

  it.each([
    ['English', 'Messrs. Hart and Lowe of Hart Inc. sold the mill, i.e. the house and the land.', 'The price was paid on 4 May.'],
    [
      'German',
      'Die Firma Dr. Weiß liefert ca. zehn Öfen, d. h. alle bestellten, am 3. Mai gem. Abs. 2 des Vertrags.',
      'Wir danken für den Auftrag vom Montag.',
    ],
    [
      'French',
      'La société de M. Petit livre env. dix fours, cf. art. 4 du contrat, avant la fin du mois.',
      'Nous vous remercions de votre commande de lundi.',
    ],
    [
      'Spanish',
      'La empresa del Sr. Ruiz entrega aprox. diez hornos según el art. 4 del contrato de mayo.',
      'Les agradecemos su pedido del lunes pasado.',
    ],
    [
      'Italian',
      'La ditta del sig. Conti consegna circa dieci forni, cfr. pag. 4 del contratto di maggio.',
      'Vi ringraziamo per il vostro ordine di lunedì.',
    ],
    [
      'Portuguese',
      'A empresa do Sr. Matos entrega aprox. dez fornos conforme o art. 4 do contrato de maio.',
      'Agradecemos a sua encomenda de segunda-feira.',
    ],
    [
      'Dutch',
      'De firma van dhr. Smit levert ca. tien ovens, d.w.z. alle bestelde, volgens art. 4 van het contract.',
      'Wij danken u voor uw bestelling van maandag.',
    ],
    [
      'Polish',
      'Firma pana inż. Nowaka dostarcza ok. dziesięć pieców, tj. wszystkie zamówione, zgodnie z art. 4 umowy.',
      'Dziękujemy za zamówienie z poniedziałku w maju.',
    ],
  ])('end where they end in %s, not after an abbreviation', (_language, first, second) => {
    expect(textsOf([[`${first} ${second}`]])).toEqual([first, second]);
  });

  it.each([
    [
      'English',
      'This report is about the new ovens of the bakery in Oldtown.',
      'In the event of force majeure the bakery and its ovens owe nothing.',
    ],
    [
      'German',
      'Dieser Vertrag regelt die Lieferung der neuen Öfen an die Bäckerei.',
      'Gerichtsstand für die Öfen und die Bäckerei ist der Sitz des Lieferanten.',
    ],
    [
      'French',
      'Le présent contrat a pour objet la livraison des fours à la boulangerie.',
      'En cas de force majeure la boulangerie et ses fours ne doivent rien.',
    ],
    [
      'Spanish',
      'El presente contrato tiene por objeto la entrega de los hornos a la panadería.',
      'En caso de fuerza mayor la panadería y sus hornos no deben nada.',
    ],
    [
      'Italian',
      'Il presente contratto ha per oggetto la consegna dei forni alla panetteria.',
      'In caso di forza maggiore la panetteria e i suoi forni non devono nulla.',
    ],
    [
      'Portuguese',
      'O presente contrato tem por objeto a entrega dos fornos à padaria.',
      'Em caso de força maior a padaria e os seus fornos nada devem.',
    ],
    [
      'Dutch',
      'Deze overeenkomst gaat over de levering van de ovens aan de bakkerij.',
      'In geval van overmacht zijn de bakkerij en haar ovens niets verschuldigd.',
    ],
    [
      'Polish',
      'Niniejsza umowa dotyczy dostawy nowych pieców do piekarni w mieście.',
      'W razie siły wyższej piekarnia i jej piece nie są nic winne.',
    ],
  ])('that say what the document is come first in %s, those of every document last', (_language, opening, boilerplate) => {
    const rows = Array.from(
      { length: 6 },
      (_, row) => `${'ABCDEF'[row]}lbert brings ${'bread rolls cakes tarts buns pies'.split(' ')[row]} to the gate every morning.`,
    );
    const texts = summarise(paragraphs([rows[0]!, opening, boilerplate, ...rows.slice(1)]), { maxSentences: 2 }).sentences.map(
      ({ text }) => text,
    );
    expect(texts).toContain(opening);
    expect(texts).not.toContain(boilerplate);
  });
});
