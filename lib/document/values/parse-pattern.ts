/** A parsed regular expression. A `character`'s source is one that matches a single character, e.g. `\\d` or `[a-z]`. */
export type PatternNode =
  | { kind: 'character'; source: string }
  | { kind: 'assertion'; name: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'sequence'; of: PatternNode[] }
  | { kind: 'choice'; of: PatternNode[] }
  | { kind: 'repeat'; of: PatternNode; least: number; most: number | null };

const MOST_REPETITIONS = 1000;
const MOST_DEPTH = 50;
const CLASS = /\[(?:[^\]\\]|\\.)*\]/suy;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|x[0-9a-fA-F]{2}|c[A-Za-z]|.)/suy;
const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;
const GROUP = /\((?:\?:|\?<[A-Za-z_]\w*>)?/y;

/**
 * Parses a regular expression of JavaScript with the flag `u`. Groups only hold together; lazy repetition counts as
 * plain repetition, because only whether the whole text matches is asked.
 * @throws Error with a sentence for the author: not a regular expression, or one with back-references or look-around
 */
export function parsePattern(pattern: string): PatternNode {
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new Error('This is not a regular expression.');
  }
  let at = 0;
  let depth = 0;
  const take = (shape: RegExp): RegExpExecArray | null => {
    shape.lastIndex = at;
    const match = shape.exec(pattern);
    if (match) at += match[0].length;
    return match;
  };
  const choice = (): PatternNode => {
    const branches = [sequence()];
    while (pattern[at] === '|') {
      at += 1;
      branches.push(sequence());
    }
    return branches.length === 1 ? (branches[0] as PatternNode) : { kind: 'choice', of: branches };
  };
  const sequence = (): PatternNode => {
    const of: PatternNode[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') of.push(repeated(single()));
    return { kind: 'sequence', of };
  };
  const single = (): PatternNode => {
    const character = String.fromCodePoint(pattern.codePointAt(at) as number);
    if (character === '(') return group();
    if (character === '[') return { kind: 'character', source: (take(CLASS) as RegExpExecArray)[0] };
    if (character === '\\') return escaped((take(ESCAPE) as RegExpExecArray)[0]);
    at += character.length;
    if (character === '^') return { kind: 'assertion', name: 'start' };
    if (character === '$') return { kind: 'assertion', name: 'end' };
    return { kind: 'character', source: character === '.' ? '[^\\n\\r\\u2028\\u2029]' : character };
  };
  const group = (): PatternNode => {
    const opening = take(GROUP);
    if (opening?.[0] === '(' && pattern[at] === '?')
      throw new Error('The regular expression looks ahead or behind (?=, ?!, ?<=, ?<!), which is not possible here.');
    depth += 1;
    if (depth > MOST_DEPTH) throw new Error('The regular expression has too many brackets.');
    const inner = choice();
    depth -= 1;
    at += 1;
    return inner;
  };
  const repeated = (node: PatternNode): PatternNode => {
    const sign = pattern[at];
    let range: { least: number; most: number | null };
    if (sign === '*' || sign === '+' || sign === '?') {
      at += 1;
      range = { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : null };
    } else {
      const count = sign === '{' ? take(COUNT) : null;
      if (!count) return node;
      const least = Number(count[1]);
      range = { least, most: count[2] === undefined ? least : count[3] === '' ? null : Number(count[3]) };
    }
    if (pattern[at] === '?') at += 1;
    if (Math.max(range.least, range.most ?? 0) > MOST_REPETITIONS)
      throw new Error(`The regular expression repeats more than ${MOST_REPETITIONS} times.`);
    return { kind: 'repeat', of: node, ...range };
  };
  const escaped = (source: string): PatternNode => {
    if (source === '\\b') return { kind: 'assertion', name: 'boundary' };
    if (source === '\\B') return { kind: 'assertion', name: 'inside' };
    if (/^\\(?:[1-9]|k)/.test(source)) throw new Error('The regular expression refers back to a group, which is not possible here.');
    return { kind: 'character', source };
  };
  return choice();
}
