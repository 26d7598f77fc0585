/** The languages that text recognition knows, by ISO 639-1 code, with the other codes that people and programs write for them. */
const CODES: Record<string, readonly string[]> = {
  en: ['eng'],
  de: ['deu', 'ger'],
  fr: ['fra', 'fre'],
  es: ['spa'],
  it: ['ita'],
  nl: ['nld', 'dut'],
  pt: ['por'],
  pl: ['pol'],
  zh: ['zho', 'chi', 'chi_sim', 'chi_tra'],
  ja: ['jpn'],
  ko: ['kor'],
};

/**
 * Reads a list of languages, in two letters (`en,de`) or three (`eng,deu`), parted by commas or plus signs.
 * @returns ISO 639-1 codes in the order given, each once; or the word that is no language known here
 */
export function parseLanguages(text: string): { languages: string[] } | { unknown: string } {
  const found = new Set<string>();
  for (const word of text.toLowerCase().split(/[\s,;+]+/)) {
    if (word === '') continue;
    const code = Object.hasOwn(CODES, word) ? word : Object.keys(CODES).find((each) => CODES[each]!.includes(word));
    if (code === undefined) return { unknown: word };
    found.add(code);
  }
  return { languages: [...found] };
}

/** What may be written, for messages. */
export const KNOWN_LANGUAGES = Object.keys(CODES).join(', ');
