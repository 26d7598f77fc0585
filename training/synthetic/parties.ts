import { CONCEPTS } from '#lib/extraction/terms/concepts.ts';
import { PARTY_ROLES } from '#lib/extraction/terms/party-roles.ts';
import type { DocumentWriter } from './document-writer.ts';
import { makeAddress, makeCode, makeCompany, makeHouse, makeInstitution, makeName, makePerson } from './random-values.ts';

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

/** What documents call a concept. */
export function labelsOf(id: string): readonly string[] {
  return CONCEPTS.find((concept) => concept.id === id)?.labels ?? [id];
}

/** What documents print over the block of a party. */
export function headingsOf(id: string): readonly string[] {
  return (PARTY_ROLES.find((role) => role.id === id)?.headings ?? [id]).filter((heading) => heading.length > 3);
}

/** A number of an account with right check digits. */
export function makeIban(writer: DocumentWriter): string {
  const bank = Array.from({ length: 18 }, () => Math.floor(writer.random() * 10)).join('');
  let rest = 0;
  for (const digit of `${bank}131400`) rest = (rest * 10 + Number(digit)) % 97;
  const plain = `DE${String(98 - rest).padStart(2, '0')}${bank}`;
  return writer.chance(0.6) ? (plain.match(/.{1,4}/g) ?? []).join(' ') : plain;
}

export function makeParty(writer: DocumentWriter, role: Party['role']): Party {
  const { pick, random } = writer;
  const vat = `${pick(['DE', 'DE', 'PT', 'HR', 'IT'])}${Math.floor(1e10 + random() * 8e10)}`.slice(0, 11);
  const long = writer.chance(0.12) ? ` ${makeName(pick)} ${pick(['Vertriebs', 'Holding', 'International', 'Nord'])}` : '';
  return {
    role,
    name:
      role !== 'seller' && writer.chance(0.2)
        ? makePerson(pick)
        : writer.chance(role === 'seller' ? 0.1 : 0.3)
          ? makeInstitution(pick)
          : `${makeCompany(pick, random)}${long}`,
    address: makeAddress(pick, random),
    person: makePerson(pick),
    vat: writer.chance(role === 'seller' ? 0.8 : 0.35) ? vat : null,
    tax: writer.chance(role === 'seller' ? 0.45 : 0.1)
      ? `${Math.floor(10 + random() * 300)}/${Math.floor(100 + random() * 899)}/${Math.floor(1e4 + random() * 8e4)}`
      : null,
    number: writer.chance(0.4) ? makeCode(pick, random) : null,
  };
}

/** Sets rows of label and value under a heading. */
export function writeLabelledRows(writer: DocumentWriter, heading: string, rows: Row[], left: number, right: number, ruled: boolean): void {
  const { size, pick } = writer;
  const tab = left + 60 + writer.random() * Math.max(20, (right - left) * 0.3);
  const colon = pick([':', '', ':']);
  if (heading) {
    writer.print(heading, left, writer.y, { bold: writer.chance(0.7), size: size * 1.1 });
    writer.y += size * 1.7;
  }
  for (const { label, value } of rows) {
    if (writer.y > writer.height - 70) writer.turn();
    writer.print(`${label}${colon}`, left, writer.y);
    writer.print(value, Math.max(tab, left + writer.widthOf(label) + 12), writer.y);
    if (ruled) writer.frame(left - 3, writer.y - 3, right, writer.y + size * 1.4 - 3);
    writer.y += size * 1.45;
  }
  writer.y += size;
}

export function partyRows(writer: DocumentWriter, party: Party): Row[] {
  const { pick } = writer;
  const rows: Row[] = [
    { label: pick(['Name', 'Firma', 'Company', 'Nom', 'Bezeichnung', 'Raison sociale', 'Unternehmen']), value: party.name },
  ];
  const add = (labels: readonly string[], value: string | null) => value !== null && rows.push({ label: pick(labels), value });
  if (writer.chance(0.5)) add(['Kennung', 'ID', 'GLN', 'Identifier', 'Code'], String(Math.floor(4e12 + writer.random() * 9e10)));
  add(['Straße', 'Street', 'Rue', 'Adresse', 'Anschrift'], party.address[0] ?? null);
  add(['PLZ / Ort', 'City', 'Ville', 'Ort', 'Postleitzahl Ort'], party.address[1] ?? null);
  if (writer.chance(0.5)) add(['Land', 'Country', 'Pays', 'Ländercode'], pick(['DE', 'FR', 'Germany', 'Deutschland']));
  if (writer.chance(0.4)) add(['Ansprechpartner', 'Contact', 'Kontakt'], party.person);
  add(labelsOf('vat_id'), party.vat);
  add(labelsOf('tax_number'), party.tax);
  if (writer.chance(0.4)) add(['E-Mail', 'Email', 'Mail'], `info@${makeName(pick).toLowerCase()}.example`);
  if (writer.chance(0.4)) add(['Telefon', 'Phone', 'Tel.'], `+49 ${Math.floor(1e8 + writer.random() * 8e8)}`);
  if (writer.chance(0.3)) rows.splice(1, 0, ...rows.splice(rows.length - 1, 1));
  return rows;
}

/** A party as a block of lines, with or without a heading; codes may stand under it. Gives the address as printed. */
export function writePartyBlock(writer: DocumentWriter, party: Party, x: number, headed: boolean): string {
  const { size, pick } = writer;
  if (headed) {
    writer.print(`${pick(headingsOf(party.role))}${pick([':', ''])}`, x, writer.y, {
      bold: writer.chance(0.5),
      size: size * (writer.chance(0.3) ? 0.85 : 1),
    });
    writer.y += size * 1.5;
  }
  const house = writer.chance(0.15) ? [makeHouse(pick, writer.random)] : [];
  const lines = [
    party.name,
    ...(writer.chance(0.35) ? [`${pick(['', 'Herr ', 'Frau ', 'z. Hd. ', 'Attn. '])}${party.person}`] : []),
    ...house,
    ...party.address,
  ];
  const country = writer.chance(0.35) ? [pick(['Deutschland', 'France', 'Germany', 'ESPAÑA'])] : [];
  lines.push(...country);
  for (const text of lines) {
    writer.print(text, x, writer.y);
    writer.y += size * 1.35;
  }
  for (const [labels, value] of [
    [labelsOf('vat_id'), party.vat],
    [labelsOf('tax_number'), party.tax],
  ] as const)
    if (value && writer.chance(0.8)) {
      writer.print(`${pick(labels)}${pick([':', ''])} ${value}`, x, writer.y);
      writer.y += size * 1.35;
    } else if (value) {
      if (labels === labelsOf('vat_id')) party.vat = null;
      else party.tax = null;
    }
  return [...house, ...party.address, ...country].join(' ');
}
