import { parseBic, parseIban } from '#lib/document/values/parse-identifier.ts';
import type { RecognisedValue } from './recognised-value.ts';

type Add = (labels: readonly string[], text: string | undefined, rest?: Partial<RecognisedValue>) => void;

function collect(fill: (add: Add) => void): RecognisedValue[] {
  const out: RecognisedValue[] = [];
  fill((labels, text, rest = {}) => {
    const plain = text?.trim() ?? '';
    if (plain) out.push({ labels, kind: 'text', value: plain, text: plain, proof: 'checked', ...rest });
  });
  return out;
}

const linesOf = (text: string) => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);

const IBAN = ['IBAN', 'Account', 'Creditor IBAN'];
const [AMOUNT, REFERENCE] = [
  ['Amount to pay', 'Amount due', 'Total amount'],
  ['Payment reference', 'Creditor reference'],
];
const CREDITOR = ['Creditor name', 'Creditor', 'Payable to'];
const MESSAGE = ['Purpose of payment', 'Payment message', 'Remittance information'];

function amountOf(text: string | undefined, currency: string): Partial<RecognisedValue> | null {
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(text ?? '') ? { kind: 'amount', value: Number(text), currency } : null;
}

/**
 * What a QR code for SEPA credit transfers says (EPC069-12, “BCD”): payee, IBAN, BIC, amount, reference, text. Null for other text, and
 * where the IBAN's check digits are wrong.
 */
export function parseEpcCode(text: string): RecognisedValue[] | null {
  const [tag, version, , order, bic = '', name, account = '', amount = '', , reference, message] = linesOf(text);
  const iban = parseIban(account);
  if (tag?.trim() !== 'BCD' || !/^00[12]$/.test(version ?? '') || order !== 'SCT' || !iban) return null;
  return collect((add) => {
    add(IBAN, account, { kind: 'iban', value: iban });
    if (parseBic(bic)) add(['BIC', 'SWIFT code'], bic, { kind: 'bic' });
    add(CREDITOR, name);
    const sum = amountOf(amount.replace(/^EUR/, ''), 'EUR');
    if (sum && amount.startsWith('EUR')) add(AMOUNT, amount, sum);
    add(REFERENCE, reference, { kind: 'code' });
    add(MESSAGE, message);
  });
}

/** Lines of a party in a Swiss code: form of address, name, street or first line, number or second line, postal code, town, country. */
function partyOf(lines: readonly string[]): { name: string; address: string } {
  const [form = '', name = '', street = '', number = '', postal = '', town = ''] = lines.map((line) => line.trim());
  const address = form === 'K' ? [street, number] : [`${street} ${number}`, `${postal} ${town}`];
  return {
    name,
    address: address
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', '),
  };
}

/** Where the parts of a Swiss code begin, by line. */
const AT = { account: 3, creditor: 4, amount: 18, currency: 19, debtor: 20, form: 27, reference: 28, message: 29 };

/**
 * What the QR code of a Swiss QR-bill says (Swiss Implementation Guidelines QR-bill 2.3, “SPC”). Null for other text, and where the
 * IBAN's check digits are wrong.
 */
export function parseSwissCode(text: string): RecognisedValue[] | null {
  const lines = linesOf(text);
  const iban = parseIban(lines[AT.account] ?? '');
  if (lines[0]?.trim() !== 'SPC' || !/^02\d\d$/.test(lines[1] ?? '') || !iban) return null;
  const creditor = partyOf(lines.slice(AT.creditor, AT.creditor + 7));
  const debtor = partyOf(lines.slice(AT.debtor, AT.debtor + 7));
  return collect((add) => {
    add(IBAN, lines[AT.account], { kind: 'iban', value: iban });
    add(CREDITOR, creditor.name);
    add(['Creditor address'], creditor.address);
    const sum = amountOf(lines[AT.amount], lines[AT.currency] ?? '');
    if (sum && /^(?:CHF|EUR)$/.test(lines[AT.currency] ?? '')) add(AMOUNT, lines[AT.amount], sum);
    add(['Debtor name', 'Payable by'], debtor.name);
    add(['Debtor address'], debtor.address);
    if (lines[AT.form] !== 'NON') add(REFERENCE, lines[AT.reference], { kind: 'code' });
    add(MESSAGE, lines[AT.message]);
  });
}
