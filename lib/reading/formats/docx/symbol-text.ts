/** Tick signs of the symbol fonts: code → ticked. */
const TICKS: Record<string, Record<number, boolean>> = {
  wingdings: { 111: false, 168: false, 113: false, 114: false, 253: true, 254: true, 120: true },
  'wingdings 2': { 163: false, 42: false, 81: true, 82: true, 83: true, 84: true },
};
const SIGNS: Record<string, Record<number, string>> = {
  wingdings: { 252: '✓', 251: '✗', 224: '→', 223: '←', 240: '⇨', 40: '☎', 42: '✉', 167: '▪', 183: '•', 108: '●', 110: '■', 216: '➢' },
  symbol: {
    183: '•',
    163: '≤',
    179: '≥',
    177: '±',
    180: '×',
    174: '→',
    109: 'μ',
    176: '°',
    165: '∞',
    240: '®',
    210: '®',
    211: '©',
    212: '™',
  },
};

export type ShownSymbol = { text: string; ticked?: boolean };

/** What a character of a symbol font shows (`w:sym`); private-use codes F0xx stand for xx. */
export function symbolText(font: string, code: number): ShownSymbol {
  const name = font.toLowerCase();
  const low = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const ticked = TICKS[name]?.[low];
  if (ticked !== undefined) return { text: ticked ? '☒' : '☐', ticked };
  const sign = SIGNS[name]?.[low];
  if (sign) return { text: sign };
  if (low < 0x20 || name.startsWith('wingdings') || name === 'webdings') return { text: '•' };
  return { text: String.fromCodePoint(low) };
}
