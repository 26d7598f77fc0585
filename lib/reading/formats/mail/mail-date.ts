import { ownValue } from '#lib/contract/json/own-value.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Zone names of RFC 822 (obsolete but seen), in minutes east of Greenwich. */
const ZONES: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const two = (value: number) => String(value).padStart(2, '0');

/**
 * A `Date` header (RFC 5322, with its obsolete forms) as ISO 8601 in the sender's own time zone, e.g.
 * `2000-05-17T09:32:47-04:00`; null when it is no date.
 */
export function parseMailDate(header: string): string | null {
  const text = header
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const pattern =
    /(\d{1,2})[ -]+([a-z]{3})[a-z]*\.?,?[ -]+(\d{2,4})[, ]+(?:at )?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*(am|pm)?\s*([+-]\d{4}|[a-z]{1,4}\b)?/i;
  const american =
    /([a-z]{3})[a-z]*\.? (\d{1,2}),? (?:(\d{4}) )?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*(am|pm)\b)?(?: ([+-]\d{4}\b|[a-z]{3,4}\b))?(?: (\d{4})\b)?/i;
  const match = pattern.exec(text);
  if (match) return format(match[1], match[2], match[3], match.slice(4, 9));
  const other = american.exec(text);
  if (other) return format(other[2], other[1], other[3] ?? other[9], other.slice(4, 9));
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)/.exec(text);
  return iso ? `${iso[1]}T${iso[2]}` : null;
}

function format(dayText = '', monthText = '', yearText = '', time: (string | undefined)[] = []): string | null {
  const month = MONTHS.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  const day = Number(dayText);
  let year = Number(yearText);
  if (yearText.length === 2) year += year < 50 ? 2000 : 1900;
  else if (yearText.length === 3) year += 1900;
  if (month < 1 || day < 1 || day > 31 || year < 1900) return null;
  let hour = Number(time[0]);
  if (/pm/i.test(time[3] ?? '') && hour < 12) hour += 12;
  if (/am/i.test(time[3] ?? '') && hour === 12) hour = 0;
  if (hour > 24 || Number(time[1]) > 59) return null;
  const zone = time[4] ?? '';
  const minutes = /^[+-]\d{4}$/.test(zone)
    ? Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)))
    : ownValue(ZONES, zone.toLowerCase());
  const offset =
    minutes === undefined ? '' : `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${time[1]}:${time[2] ?? '00'}${offset}`;
}
