/** IBM code page 850, the Western European one of DOS, from 0x80 to 0xff. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** An encoding of letters beyond the Latin ones, with the most common letters of its language. */
const OTHER_SCRIPTS: readonly [encoding: string, letters: RegExp, common: RegExp][] = [
  ['windows-1251', /\p{Script=Cyrillic}/gu, /[оеаинтсрвлк]/giu],
  ['koi8-r', /\p{Script=Cyrillic}/gu, /[оеаинтсрвлк]/giu],
  ['ibm866', /\p{Script=Cyrillic}/gu, /[оеаинтсрвлк]/giu],
  ['iso-8859-5', /\p{Script=Cyrillic}/gu, /[оеаинтсрвлк]/giu],
  ['windows-1253', /\p{Script=Greek}/gu, /[αοιετνσρςκηίόάέύ]/giu],
  ['windows-1255', /\p{Script=Hebrew}/gu, /[יוהלאמרתבשנ]/gu],
  ['windows-1256', /\p{Script=Arabic}/gu, /[اليمونرتبةعد]/gu],
  ['windows-874', /\p{Script=Thai}/gu, /[ารนกงเมอยลวดทสต่้]/gu],
];
const LEAST_COMMON = 0.4;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** How unlike running text a reading is: signs in the middle of words, capitals after small letters, control characters. */
function oddness(text: string): number {
  return (
    count(text, /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}\u2018-\u201f\u2010-\u2015\u00a0\u00b7\u2026€](?=\p{L})/gu) * 2 +
    count(text, /(?<=\p{Ll})\p{Lu}(?![\p{ASCII}])/gu) +
    count(text, /(?<=\p{Ll})[^\P{Lu}\p{ASCII}](?=\p{Ll})/gu) * 2 +
    count(text, /[\x80-\x9f\ufffd]/g) * 3 +
    count(text, /(?<=[A-Za-z])[\u0370-\u0e7f]|[\u0370-\u0e7f](?=[A-Za-z])/g) * 2
  );
}

/** Decodes IBM code page 850, which browsers do not know. */
export function decodeCodePage850(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (sign) => CODE_PAGE_850[sign.charCodeAt(0) - 0x80] ?? sign);
}

/**
 * The encoding with one byte a character under which bytes look least odd. Text of other letters than Latin ones is told by the
 * letters that are common in its language. `decode` is null for what it does not know.
 */
export function guessSingleByte(bytes: Uint8Array, decode: (bytes: Uint8Array, encoding: string) => string | null): string {
  const letters = bytes.reduce((sum, byte) => sum + ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a ? 1 : 0), 0);
  const high = bytes.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  if (high > letters * 0.6) {
    let best = '';
    let most = LEAST_COMMON;
    for (const [encoding, script, common] of OTHER_SCRIPTS) {
      const text = decode(bytes, encoding) ?? '';
      const all = count(text, script);
      if (all < 0.7 * high) continue;
      // letters of the wrong case are what one encoding of a script makes of another
      const share = (count(text, common) - 0.3 * count(text, /[^\P{Lu}\p{ASCII}]/gu)) / all - oddness(text) / high;
      if (share > most) [best, most] = [encoding, share];
    }
    if (best !== '') return best;
  }
  let best = 'windows-1252';
  let least = Number.POSITIVE_INFINITY;
  for (const name of ['windows-1252', 'windows-1250', 'macintosh', 'ibm850', 'iso-8859-2']) {
    const odd = oddness(decode(bytes, name) ?? '\ufffd');
    if (odd < least * (name === 'windows-1252' ? 1 : 0.5)) {
      least = odd;
      best = name;
    }
  }
  return best;
}
