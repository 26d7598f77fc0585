import { CONCEPTS } from '#lib/extraction/terms/concepts.ts';
import { PARTY_ROLES } from '#lib/extraction/terms/party-roles.ts';
import type { Sheet } from './document-writer.ts';
import { makeAddress, makeCode, makeCompany, makeInstitution, makeName, makePerson } from './random-values.ts';

export type Party = {
  role: 'seller' | 'buyer' | 'ship_to';
  name: string;
  address: string[];
  person: string;
  vat: string | null;
  tax: string | null;
  number: string | null;
};
export type Row = { label: string; value: string };

/** What papers call a concept. */
export function labelsOf(id: string): readonly string[] {
  return CONCEPTS.find((concept) => concept.id === id)?.labels ?? [id];
}

/** What papers print over the block of a party. */
export function headingsOf(id: string): readonly string[] {
  return (PARTY_ROLES.find((role) => role.id === id)?.headings ?? [id]).filter((heading) => heading.length > 3);
}

/** A number of an account with right check digits. */
export function makeIban(sheet: Sheet): string {
  const bank = Array.from({ length: 18 }, () => Math.floor(sheet.random() * 10)).join('');
  let rest = 0;
  for (const digit of `${bank}131400`) rest = (rest * 10 + Number(digit)) % 97;
  const plain = `DE${String(98 - rest).padStart(2, '0')}${bank}`;
  return sheet.chance(0.6) ? (plain.match(/.{1,4}/g) ?? []).join(' ') : plain;
}

export function makeParty(sheet: Sheet, role: Party['role']): Party {
  const { pick, random } = sheet;
  const vat = `${pick(['DE', 'DE', 'PT', 'HR', 'IT'])}${Math.floor(1e10 + random() * 8e10)}`.slice(0, 11);
  const long = sheet.chance(0.12) ? ` ${makeName(pick)} ${pick(['Vertriebs', 'Holding', 'International', 'Nord'])}` : '';
  return {
    role,
    name:
      role !== 'seller' && sheet.chance(0.2)
        ? makePerson(pick)
        : sheet.chance(role === 'seller' ? 0.1 : 0.3)
          ? makeInstitution(pick)
          : `${makeCompany(pick, random)}${long}`,
    address: makeAddress(pick, random),
    person: makePerson(pick),
    vat: sheet.chance(role === 'seller' ? 0.8 : 0.35) ? vat : null,
    tax: sheet.chance(role === 'seller' ? 0.45 : 0.1)
      ? `${Math.floor(10 + random() * 300)}/${Math.floor(100 + random() * 899)}/${Math.floor(1e4 + random() * 8e4)}`
      : null,
    number: sheet.chance(0.4) ? makeCode(pick, random) : null,
  };
}

/** Sets rows of label and value under a heading. */
export function setRows(sheet: Sheet, heading: string, rows: Row[], left: number, right: number, ruled: boolean): void {
  const { size, pick } = sheet;
  const tab = left + 60 + sheet.random() * Math.max(20, (right - left) * 0.3);
  const colon = pick([':', '', ':']);
  if (heading) {
    sheet.print(heading, left, sheet.y, { bold: sheet.chance(0.7), size: size * 1.1 });
    sheet.y += size * 1.7;
  }
  for (const { label, value } of rows) {
    if (sheet.y > sheet.height - 70) sheet.turn();
    sheet.print(`${label}${colon}`, left, sheet.y);
    sheet.print(value, Math.max(tab, left + sheet.widthOf(label) + 12), sheet.y);
    if (ruled) sheet.frame(left - 3, sheet.y - 3, right, sheet.y + size * 1.4 - 3);
    sheet.y += size * 1.45;
  }
  sheet.y += size;
}

export function partyRows(sheet: Sheet, party: Party): Row[] {
  const { pick } = sheet;
  const rows: Row[] = [
    { label: pick(['Name', 'Firma', 'Company', 'Nom', 'Bezeichnung', 'Raison sociale', 'Unternehmen']), value: party.name },
  ];
  const add = (labels: readonly string[], value: string | null) => value !== null && rows.push({ label: pick(labels), value });
  if (sheet.chance(0.5)) add(['Kennung', 'ID', 'GLN', 'Identifier', 'Code'], String(Math.floor(4e12 + sheet.random() * 9e10)));
  add(['Straße', 'Street', 'Rue', 'Adresse', 'Anschrift'], party.address[0] ?? null);
  add(['PLZ / Ort', 'City', 'Ville', 'Ort', 'Postleitzahl Ort'], party.address[1] ?? null);
  if (sheet.chance(0.5)) add(['Land', 'Country', 'Pays', 'Ländercode'], pick(['DE', 'FR', 'Germany', 'Deutschland']));
  if (sheet.chance(0.4)) add(['Ansprechpartner', 'Contact', 'Kontakt'], party.person);
  add(labelsOf('vat_id'), party.vat);
  add(labelsOf('tax_number'), party.tax);
  if (sheet.chance(0.4)) add(['E-Mail', 'Email', 'Mail'], `info@${makeName(pick).toLowerCase()}.example`);
  if (sheet.chance(0.4)) add(['Telefon', 'Phone', 'Tel.'], `+49 ${Math.floor(1e8 + sheet.random() * 8e8)}`);
  if (sheet.chance(0.3)) rows.splice(1, 0, ...rows.splice(rows.length - 1, 1));
  return rows;
}

/** A party as a block of lines, with or without a heading; codes may stand under it. Gives the address as printed. */
export function setBlock(sheet: Sheet, party: Party, x: number, headed: boolean): string {
  const { size, pick } = sheet;
  if (headed) {
    sheet.print(`${pick(headingsOf(party.role))}${pick([':', ''])}`, x, sheet.y, {
      bold: sheet.chance(0.5),
      size: size * (sheet.chance(0.3) ? 0.85 : 1),
    });
    sheet.y += size * 1.5;
  }
  const lines = [
    party.name,
    ...(sheet.chance(0.35) ? [`${pick(['', 'Herr ', 'Frau ', 'z. Hd. ', 'Attn. '])}${party.person}`] : []),
    ...party.address,
  ];
  const country = sheet.chance(0.35) ? [pick(['Deutschland', 'France', 'Germany', 'ESPAÑA'])] : [];
  lines.push(...country);
  for (const text of lines) {
    sheet.print(text, x, sheet.y);
    sheet.y += size * 1.35;
  }
  for (const [labels, value] of [
    [labelsOf('vat_id'), party.vat],
    [labelsOf('tax_number'), party.tax],
  ] as const)
    if (value && sheet.chance(0.8)) {
      sheet.print(`${pick(labels)}${pick([':', ''])} ${value}`, x, sheet.y);
      sheet.y += size * 1.35;
    } else if (value) {
      if (labels === labelsOf('vat_id')) party.vat = null;
      else party.tax = null;
    }
  return [...party.address, ...country].join(' ');
}
