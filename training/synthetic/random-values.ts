/** Random names, numbers and dates for training documents. All from syllables and digits; no real data. */
export type Pick = <T>(list: readonly T[]) => T;

const STARTS =
  'bar bel cor dan del fal gar hol kal lin lor mar mel nor ost pan rav sal tar tor ulm val ver wal zan bru cla dro fre gri ste tra'.split(
    ' ',
  );
const ENDS = 'ano berg dal den dorf ek el er essa field gate heim ia ik ina is lo mont nova ora os ton tis ula ville wick'.split(' ');
const FORMS =
  'GmbH|AG|GmbH & Co. KG|KG|e.V.|Ltd|Ltd.|plc|Inc.|Inc|LLC|Corp.|S.A.|SAS|SARL|S.L.|S.r.l.|S.p.A.|B.V.|N.V.|Sp. z o.o.|Lda|Company|& Sons|Group|'.split(
    '|',
  );
const FIRST = 'Anna|Ben|Carla|David|Elena|Felix|Greta|Hugo|Ines|Jan|Klara|Luis|Marta|Nils|Olga|Paul|Rosa|Simon|Tomas|Vera'.split('|');
const STREETS = [
  '{}straße {n}',
  '{}weg {n}',
  '{n} {} Street',
  '{n} {} Ave',
  '{n}, rue {}',
  'Calle {} {n}',
  'Via {} {n}',
  '{}laan {n}',
  'Rua {} {n}',
  'ul. {} {n}',
  '{n} {} Road, Suite {n}',
];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A random proper name. */
export function makeName(pick: Pick): string {
  return capital(pick(STARTS) + pick(ENDS));
}

/** A random company name, at times in capitals. */
export function makeCompany(pick: Pick, random: () => number): string {
  const body =
    random() < 0.5
      ? makeName(pick)
      : `${makeName(pick)} ${capital(pick(['technik', 'services', 'trading', 'bau', 'logistics', 'media', 'foods', 'consulting', 'systems', 'design', 'energie', 'print']))}`;
  const name = `${body} ${pick(FORMS)}`.trim();
  return random() < 0.12 ? name.toUpperCase() : name;
}

/** A random house without a legal form: a school, a library, a theatre, a town. */
export function makeInstitution(pick: Pick): string {
  const name = makeName(pick);
  return pick([
    `Stadtbücherei ${name}`,
    `Gemeinde ${name}`,
    `Klinikum ${name}`,
    `Musikschule ${name}`,
    `Théâtre de ${name}`,
    `Mairie de ${name}`,
    `École ${name}`,
    `Ayuntamiento de ${name}`,
    `Colegio ${name}`,
    `${name} Primary School`,
    `${name} Town Hall`,
    `${name} Cafés`,
    `Café ${name}`,
    `Museum ${name}`,
    `Comune di ${name}`,
    `Gymnasium ${name}`,
    `${name} & ${makeName(pick)}`,
    `Atelier ${name}`,
  ]);
}

/** A random person. */
export function makePerson(pick: Pick): string {
  return `${pick(FIRST)} ${makeName(pick)}`;
}

/** Street line and town line. */
export function makeAddress(pick: Pick, random: () => number): [string, string] {
  const number = String(1 + Math.floor(random() * 180));
  const code = String(10000 + Math.floor(random() * 89999));
  const town = makeName(pick);
  return [
    pick(STREETS).replaceAll('{n}', number).replace('{}', makeName(pick)),
    random() < 0.5 ? `${code} ${town}` : `${town}, ${pick(['NY', 'TX', 'CA', 'OH'])} ${code}`,
  ];
}

/** A line of an address above its street: a building, a floor, or in whose care it is. */
export function makeHouse(pick: Pick, random: () => number): string {
  const name = makeName(pick);
  const number = 1 + Math.floor(random() * 40);
  return pick([
    `${name} House`,
    `Old ${name} Works`,
    `${name} and ${makeName(pick)} Centre`,
    `${name} & ${makeName(pick)}`,
    `c/o ${makeCompany(pick, random)}`,
    `c/o ${makePerson(pick)}`,
    `Building ${number}`,
    `Floor ${number}`,
    `${number}. Etage`,
    `Gebäude ${name}`,
    `Bâtiment ${pick(['A', 'B', 'C'])}`,
    `The ${name}`,
    `${name} Park`,
  ]);
}

/** A random reference such as `RE-2031-0042`, `78110349` or `B12/4418`. */
export function makeCode(pick: Pick, random: () => number): string {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const letters = (count: number) => Array.from({ length: count }, () => pick('ABCDEFGHKLMNPRSTUVWXZ'.split(''))).join('');
  return pick([
    () => digits(5 + Math.floor(random() * 5)),
    () => `${letters(2)}-20${digits(2)}-${digits(4)}`,
    () => `${letters(1)}${digits(7)}`,
    () => `${digits(4)}/${digits(3)}`,
    () => `${letters(3)}${digits(5)}`,
    () => `20${digits(2)}-${digits(5)}`,
    () => `${digits(2)}.${digits(3)}.${digits(3)}.${digits(1)}-20${digits(2)}-${digits(1)}`,
    () => `${letters(2)}-${digits(6)}`,
    () => `${letters(2)}${digits(4)}/${digits(2)}`,
    () => digits(3 + Math.floor(random() * 2)),
    () => `${letters(1)}-${digits(5)}-${letters(2)}`,
    () => digits(10 + Math.floor(random() * 4)),
  ])();
}

/** ISO date plus `days`. */
export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Ways to write dates, spans of days and amounts in one document. */
export type Style = { date(iso: string): string; span(from: string, to: string, joint: string): string; money(value: number): string };

/** A writing style: order and separator of dates, decimal sign, currency sign and its place. */
export function makeStyle(pick: Pick, random: () => number): Style & { currency: string } {
  const comma = random() < 0.5;
  const locale = comma ? pick(['de', 'fr', 'es', 'it', 'nl']) : 'en-US';
  const order = comma ? pick(['d.m.y', 'd/m/y', 'd-m-y', 'words', 'iso']) : pick(['m/d/y', 'iso', 'words', 'm/d/yy']);
  const currency = comma ? 'EUR' : pick(['USD', 'GBP', 'USD']);
  const sign = currency === 'EUR' ? pick(['€', 'EUR', '']) : currency === 'USD' ? pick(['$', 'USD', '']) : '£';
  const front = !comma && sign !== 'USD';
  const joined = random() < 0.4;
  return {
    currency,
    span(from, to, joint) {
      const whole = `${this.date(from)} ${joint} ${this.date(to)}`;
      if (!joined || from.slice(0, 7) !== to.slice(0, 7)) return whole;
      // the month stands once: “1-31 March 2031”, “March 1-31, 2031”, “1.-31.03.2031”
      const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
      const dash = /^[-–]$/.test(joint) ? joint : ` ${joint} `;
      if (order === 'words') return this.date(to).replace(String(last), `${first}${locale === 'de' ? '.' : ''}${dash}${last}`);
      return order === 'd.m.y' ? `${from.slice(8)}.${dash}${this.date(to)}` : whole;
    },
    date(iso) {
      const [y = '', m = '', d = ''] = iso.split('-');
      if (order === 'iso') return iso;
      if (order === 'words')
        return new Date(`${iso}T00:00:00Z`).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
      if (order === 'm/d/y') return `${m}/${d}/${y}`;
      if (order === 'm/d/yy') return `${Number(m)}/${Number(d)}/${y.slice(2)}`;
      const separator = order.charAt(1);
      return [d, m, y].join(separator);
    },
    money(value) {
      const text = new Intl.NumberFormat(comma ? 'de-DE' : 'en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
      return sign ? (front ? `${sign}${text}` : `${text} ${sign}`) : text;
    },
  };
}
