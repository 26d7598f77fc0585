import { checkVatDigits } from '#lib/document/values/check-vat-digits.ts';
import { isTaxNumber, type TaxNumberKind } from '#lib/document/values/tax-number.ts';
import type { DocumentWriter } from './document-writer.ts';

/** A number of a register or a tax office: what it is called in print, how schemas may call it, and its form. */
type Numbered = { labels: string; names: string; form: string; kind?: TaxNumberKind };

/**
 * Numbers that stand together in one country. In forms, 9 is a digit and A a letter; the last sign of a number with check digits is
 * tried until they are right.
 */
const COUNTRIES: readonly (readonly Numbered[])[] = [
  [
    { labels: 'USt-IdNr.|USt-ID|UID', names: 'vat_id|vat_number|ust_id', form: 'DE999999999' },
    { labels: 'Steuernummer|St.-Nr.|Steuer-Nr.', names: 'tax_number|steuernummer', form: '99/999/99999' },
    { labels: 'HRB|Handelsregister|Amtsgericht HRB', names: 'trade_register_number|register_number|hrb', form: '999999' },
    { labels: 'Kundennummer|Kd.-Nr.', names: 'customer_number|customer_id', form: '999999' },
  ],
  [
    { labels: 'KvK|KvK-nummer|K.v.K.', names: 'kvk_number|kvk|chamber_of_commerce_number|company_number', form: '99999999' },
    { labels: 'BTW|BTW-nummer|Btw-nr.', names: 'vat_id|vat_number|btw_number', form: 'NL999999999B01' },
    { labels: 'BSN|Burgerservicenummer', names: 'bsn|citizen_service_number', form: '999999999', kind: 'bsn' },
  ],
  [
    { labels: 'C.F.|Codice fiscale|Cod. Fisc.', names: 'codice_fiscale|fiscal_code', form: 'AAAAAA99D99A999A', kind: 'fiscal_code' },
    { labels: 'P.IVA|P. IVA|Partita IVA', names: 'partita_iva|vat_number|vat_id', form: '99999999999', kind: 'fiscal_code' },
    { labels: 'REA|N. REA', names: 'rea|register_number', form: 'AA-999999' },
  ],
  [
    { labels: 'SIRET|N° SIRET', names: 'siret|siret_number', form: '99999999999999', kind: 'siret' },
    { labels: 'SIREN|RCS|N° SIREN', names: 'siren|siren_number', form: '999 999 999', kind: 'siren' },
    { labels: 'N° TVA|TVA intracommunautaire', names: 'vat_id|vat_number', form: 'FR99999999999' },
    { labels: 'APE|Code APE|NAF', names: 'ape_code|activity_code', form: '9999A' },
  ],
  [
    { labels: 'NIF|N.I.F.|DNI', names: 'nif|tax_id', form: '99999999A', kind: 'nif' },
    { labels: 'CIF|C.I.F.', names: 'cif|company_tax_number', form: 'B99999999', kind: 'nif' },
    { labels: 'Nº Cliente', names: 'customer_number|client_id', form: '99999' },
  ],
  [
    { labels: 'Company No.|Company Number|Registered No.', names: 'company_registration_number|company_number', form: '09999999' },
    { labels: 'VAT Reg No.|VAT No.|VAT Registration', names: 'vat_number|vat_id|vat_registration_number', form: 'GB 999 9999 99' },
    { labels: 'UTR|Tax reference', names: 'utr|tax_reference', form: '9999999999' },
  ],
  [
    { labels: 'EIN|Federal Tax ID|Employer EIN', names: 'ein|employer_ein|federal_tax_id', form: '99-9999999' },
    { labels: 'SSN|Employee SSN|Social Security No.', names: 'ssn|employee_ssn|social_security_number', form: '999-99-9999' },
    { labels: 'State ID|State Tax ID', names: 'state_id|state_tax_id', form: '99-999999' },
  ],
  [
    { labels: 'NIP', names: 'nip|seller_nip|tax_number', form: '999-999-99-99', kind: 'nip' },
    { labels: 'REGON', names: 'regon|statistical_number', form: '999999999' },
    { labels: 'KRS', names: 'krs|court_register_number', form: '0000999999' },
  ],
  [
    { labels: 'CNPJ', names: 'cnpj|company_tax_id', form: '99.999.999/0001-99', kind: 'cnpj' },
    { labels: 'CPF', names: 'cpf|personal_tax_id', form: '999.999.999-99', kind: 'cpf' },
    { labels: 'Inscrição Estadual|IE', names: 'state_registration', form: '999.999.999.999' },
  ],
];

const TRIES = 20_000;

/** A number of a form, with right check digits where its kind has any. */
function makeNumber(writer: DocumentWriter, { form, kind }: Numbered): string {
  const sign = (letters: string) => letters.charAt(Math.floor(writer.random() * letters.length));
  const draw = () =>
    form.replace(/[9AD]/g, (place, at) => {
      const isCountry = at < 2 && /^[A-Z]{2}\d/.test(form);
      if (isCountry) return place;
      return place === '9' ? sign('0123456789') : sign(place === 'D' ? 'ABCDEHLMPRST' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    });
  for (let tries = 0; tries < TRIES; tries++) {
    const number = draw();
    const isVat = /^(?:DE|NL|FR)\d/.test(number);
    if (isVat ? checkVatDigits(number) !== false : !kind || isTaxNumber(kind, number)) return number;
  }
  return draw();
}

/** Prints numbers of registers and tax offices beside each other, as at the foot of a letter, and asks for some of them. */
export function writeNumbers(writer: DocumentWriter): void {
  const { pick, size } = writer;
  const country = pick(COUNTRIES).filter(() => writer.chance(0.85));
  const lines = country.map((entry) => ({ entry, number: makeNumber(writer, entry) }));
  if (writer.y > writer.height - 110) writer.turn();
  const colon = pick([':', '', '']);
  const together = writer.chance(0.3);
  const columns = writer.chance(0.3);
  let x = 40;
  for (const { entry, number } of lines) {
    const label = `${pick(entry.labels.split('|'))}${colon}`;
    if (columns) {
      writer.print(label, 40, writer.y);
      writer.print(number, 170, writer.y);
    } else x = writer.print(`${label} ${number}`, together ? x : 40, writer.y);
    if (together && !columns) x = writer.print(pick(['-', '·', '|']), x + size * 0.3, writer.y) + size * 0.3;
    else writer.y += size * 1.4;
  }
  writer.y += size * 2;
  for (const { entry, number } of lines) if (writer.chance(0.55)) writer.ask(pick(entry.names.split('|')), 'string', number);
}
