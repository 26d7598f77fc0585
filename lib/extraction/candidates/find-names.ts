/** A run of capitalised words in running text that may name an organisation or a person; offsets are half-open. */
export type FoundName = { start: number; end: number; text: string; quoted: boolean };

/** Legal forms of one word. */
const FORM =
  'Inc|Incorporated|Corp|Corporation|Co|LLC|L\\.L\\.C|LLP|L\\.L\\.P|LP|L\\.P|Ltd|Limited|PLC|plc|GmbH|AG|KG|SE|S\\.A|SA|S\\.A\\.S|SAS|SARL|S\\.r\\.l|S\\.p\\.A|B\\.V|BV|N\\.V|NV|AB|AS|A/S|Oy|Pte|Pty|Bhd|Sdn';
const SUFFIX = `(?:${FORM}|Company|N\\.A|Jr|Sr|III|II|GP|Trust|Partners|Fund)`;
/** Legal forms of several words; they go before single words, since their first word looks like one. */
const LONG_SUFFIX =
  '(?:[Ss]p\\.? ?z ?o\\.? ?o|[Ss]p\\. ?[jk]|GmbH ?& ?Co\\.? ?KG(?:aA)?|S\\. ?à ?r\\. ?l|d\\. ?o\\. ?o|s\\. ?r\\. ?o|e\\. ?[KV])';
const WORD = "(?:\\p{Lu}[\\p{L}\\p{N}'’&./-]*|[\\p{L}\\p{N}]*\\p{Lu}[\\p{L}\\p{N}]*|\\d{1,3}[A-Z]?|\\p{Ll}\\p{Lu}\\p{L}+)";
const LINK = '(?:of|and|the|for|de|la|du|des|der|die|und|et|y|van|von|di|del|&|\\+)';
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}])${WORD}(?:,?[ \\n]${LONG_SUFFIX}(?![\\p{L}])\\.?|[ \\n](?:${WORD}|${LINK}(?=[ \\n]${WORD})|§(?= \\p{Lu}\\p{Ll}))|,?[ \\n]?${SUFFIX}(?![\\p{L}])\\.?){0,9}(?:,?[ \\n]${SUFFIX}(?![\\p{L}])\\.?){0,3}`,
  'gu',
);
const FORM_ONLY = new RegExp(`^(?:\\([^)]*\\)\\s*)?(?:(?:${LONG_SUFFIX}|${FORM}|&)(?![\\p{L}\\p{N}])[.,]*\\s*)+$`, 'iu');
const STOP =
  /^(?:the|this|that|these|those|a|an|in|on|at|by|if|any|all|each|such|no|and|or|but|for|from|with|whereas|now|therefore|agreement|party|parties|section|article|exhibit|recitals?|witnesseth|confidential|confidentiality|non-disclosure|nondisclosure|mutual|company|recipient|discloser|disclosing|receiving|information|effective|date|notwithstanding|except|upon|it|its|either|both|neither|nothing|as|to|of|we|you|our|your|he|she|they|dear|very|sincerely|attention|re|subject|page)$/i;

/** True for the end of a company's name that was cut off from it (“Sdn Bhd”, “(Asia) Ltd.”, “GmbH & Co. KG”): nobody is called so. */
export function isLegalFormOnly(text: string): boolean {
  return FORM_ONLY.test(text.trim());
}

/** Legal forms that no name begins with. (“AB”, “Oy” and “SARL” stand before names too.) */
const LAST = /^(?:Inc|Corp|LLC|LLP|Ltd|PLC|GmbH|AG|KG|S\.r\.l|S\.p\.A|Pte|Pty|Bhd|Sdn)\.?,?$/i;

/** True for a word that ends a company's name and begins none (“Ltd.”, “GmbH”). */
export function endsNames(word: string): boolean {
  return LAST.test(word);
}

/** Finds runs of capitalised words, with legal forms behind a comma, over line ends of one paragraph. */
export function findNames(text: string): FoundName[] {
  const found: FoundName[] = [];
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    let start = match.index;
    let body = match[0];
    for (;;) {
      const first = /^[^ \n]+/.exec(body)?.[0] ?? '';
      if (first.length < body.length && STOP.test(first.replace(/[.,]$/, ''))) {
        const skip = first.length + 1;
        start += skip;
        body = body.slice(skip);
      } else break;
    }
    // a new sentence begins behind a legal form: “Baker, Inc. No fee was paid”
    const next = /\.[ \n](\p{L}+)$/u.exec(body);
    if (next && STOP.test(next[1] ?? '')) body = body.slice(0, next.index + 1);
    body = body.replace(/[ \n](?:of|and|the|for|de|und|et|&)$/u, '').replace(/[,\s]+$/, '');
    if (body.length < 3 || STOP.test(body)) continue;
    const before = text.slice(Math.max(0, start - 1), start);
    found.push({ start, end: start + body.length, text: body.replace(/\s+/g, ' '), quoted: /["“”'‘]/.test(before) });
    const pair = body.match(/^(.{3,}?)[ \n]and[ \n](.{3,})$/su);
    if (pair) {
      const head = pair[1] ?? '';
      const tail = pair[2] ?? '';
      found.push({ start, end: start + head.length, text: head.replace(/\s+/g, ' '), quoted: false });
      found.push({ start: start + body.length - tail.length, end: start + body.length, text: tail.replace(/\s+/g, ' '), quoted: false });
    }
  }
  return found;
}
