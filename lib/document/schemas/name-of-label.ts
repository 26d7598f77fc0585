/** A field name made of a label: `Invoice no.` → `invoice_no`; made different from `taken` by a number. */
export function nameOfLabel(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 58);
  if (!plain) return '';
  const base = /^\d/.test(plain) ? `_${plain}` : plain;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  return name;
}
