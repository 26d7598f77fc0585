/** The same stretch of a line as one of the readers has it: text without spaces, probability of its least sure part. */
export type Reading = { text: string; confidence: number };

/** Logistic regression over `compareReadings`, fitted on words of receipts and photocopies where one of the two readers was right. */
const WEIGHTS = [-0.226, -0.733, 0.845, 3.468, -0.536, -1.285, 0.675, -1.295, 0.685, 1.703, -0.296, 0.142, -0.838];
/** When the readers differ, this share of the time one of them is right. */
const ONE_IS_RIGHT = 0.8;

/** Of two readings that differ, which to take, and how probable it is that it is right. */
export function judgeReadings(first: Reading, second: Reading): { preferSecond: boolean; confidence: number } {
  const score = compareReadings(first, second).reduce((sum, feature, index) => sum + feature * WEIGHTS[index]!, 0);
  return { preferSecond: score > 0, confidence: ONE_IS_RIGHT / (1 + Math.exp(-Math.abs(score))) };
}

/** What the choice between two readings depends on. */
export function compareReadings(first: Reading, second: Reading): number[] {
  const [f, s] = [first.text, second.text];
  const sameLength = f.length === s.length;
  const differing = sameLength ? [...f].filter((character, index) => character !== s[index]).join('') : '';
  const replacing = sameLength ? [...s].filter((character, index) => character !== f[index]).join('') : '';
  return [
    1,
    logit(first.confidence),
    logit(second.confidence),
    flag(isAccentOf(s, f)),
    flag(/\d/.test(f) || /\d/.test(s)),
    flag(/^\d+$/.test(differing) && /^\d+$/.test(replacing)),
    // O read as 0 within a word, or the other way round in a number.
    flag(isMixed(f)) - flag(isMixed(s)),
    flag(ODD.test(s)) - flag(ODD.test(f)),
    Math.min(3, Math.max(-3, s.length - f.length)),
    flag(s.length > f.length && s.startsWith(f) && /^[.,:;%€)]+$/.test(s.slice(f.length))),
    flag(s.length > f.length && s.endsWith(f)),
    flag(f.toLowerCase() === s.toLowerCase()),
    flag(/\d/.test(f) && f !== s && f.replace(/[.,]/g, '') === s),
  ];
}

/** True when the text is the other one with accents, ligatures or currency signs put back; a stroked l passes for l or t without it. */
export function isAccentOf(accented: string, plain: string): boolean {
  return accented !== plain && [bare(accented), bare(accented.replaceAll('ł', 't'))].includes(bare(plain));
}

function bare(text: string): string {
  return text
    .replace(/ß|(?<=\p{L})B(?=\p{Ll}|$)/gu, 'ss')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/ø/g, 'o')
    .replace(/Ø/g, 'O')
    .replace(/^[¿¡]/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}

const ODD = /[|[\]{}‚„~©®°"“”«»!\\]/;
const flag = (condition: boolean) => (condition ? 1 : 0);
const logit = (probability: number) => {
  const p = Math.min(0.995, Math.max(0.02, probability));
  return Math.log(p / (1 - p));
};

/** True when digits stand between letters or letters between digits. */
function isMixed(text: string): boolean {
  return /\p{L}\d+\p{L}/u.test(text) || /\d\p{L}+\d/u.test(text) || /^\d\p{L}{2,}$/u.test(text);
}
