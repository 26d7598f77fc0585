const LONGEST_TEXT = 2_000;
const LONGEST_NAME = 200;
const LONGEST_LIST = 50;

/** True when a value takes more than so many bytes as JSON. No more of it is looked at than that. */
export function isLongerThan(value: unknown, bytes: number): boolean {
  let left = bytes;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') left -= next.length > left ? next.length : bytesOf(next);
    else if (Array.isArray(next)) {
      left -= 2 + next.length;
      if (left >= 0) for (const entry of next) waiting.push(entry);
    } else if (typeof next === 'object' && next !== null) {
      left -= 2;
      for (const name in next) {
        left -= name.length > left ? name.length : bytesOf(name) + 2;
        if (left < 0) return true;
        waiting.push((next as Record<string, unknown>)[name]);
      }
    } else left -= String(next).length;
    if (left < 0) return true;
  }
  return false;
}

/**
 * The beginning of a JSON value, of about so many bytes as JSON: long texts and lists are cut, and what is left out is said. The
 * given one is not changed.
 */
export function shortenJson(value: unknown, bytes: number): unknown {
  let left = bytes;
  const take = (given: unknown): unknown => {
    if (typeof given === 'string') {
      const text = cut(given, LONGEST_TEXT);
      left -= bytesOf(text) + 1;
      return text;
    }
    if (typeof given !== 'object' || given === null) {
      left -= String(given).length + 1;
      return given;
    }
    if (left <= 0) return '…';
    left -= 3;
    return Array.isArray(given) ? takeList(given) : takeRecord(given as Record<string, unknown>);
  };
  const takeList = (list: unknown[]): unknown[] => {
    const taken: unknown[] = [];
    for (const entry of list.slice(0, LONGEST_LIST)) {
      if (left <= 0) break;
      taken.push(take(entry));
    }
    return taken.length < list.length ? [...taken, moreOf(list.length - taken.length)] : taken;
  };
  const takeRecord = (record: Record<string, unknown>): Record<string, unknown> => {
    const taken: [name: string, value: unknown][] = [];
    const names = Object.keys(record);
    for (const [at, name] of names.entries()) {
      if (left <= 0) {
        taken.push(['…', moreOf(names.length - at)]);
        break;
      }
      const short = cut(name, LONGEST_NAME);
      left -= bytesOf(short) + 1;
      taken.push([short, take(record[name])]);
    }
    return Object.fromEntries(taken);
  };
  return take(value);
}

/** The beginning of a text, of whole characters. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}

function moreOf(count: number): string {
  return `… ${count.toLocaleString('en')} more`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
