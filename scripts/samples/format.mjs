const STYLES = {
  en: { decimal: '.', group: ',' },
  de: { decimal: ',', group: '.' },
  fr: { decimal: ',', group: '\u00a0' },
  es: { decimal: ',', group: '.' },
  nl: { decimal: ',', group: '.' },
};

/** 1234.5 → "1,234.50" (en), "1.234,50" (de, es, nl), "1 234,50" (fr). */
export function amount(value, language) {
  const { decimal, group } = STYLES[language];
  const [whole, cents] = Math.abs(value).toFixed(2).split('.');
  return `${value < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${cents}`;
}

/** Rounds to cents. */
export const cents = (value) => Math.round(value * 100) / 100;

/** Sums to cents. */
export const total = (values) => cents(values.reduce((sum, value) => sum + value, 0));
