import type { Reading } from '#lib/contract/service/reading.ts';
import { pageTexts } from './page-texts.ts';

/** What a document looks like at a glance: its words with how often (damped), and some facts of its layout. */
export type Profile = Map<string, number>;

/** The profile of a document's first pages. Words with digits are left out: they differ from document to document. */
export function profileOf(reading: Reading): Profile {
  const texts = pageTexts(reading).slice(0, 2);
  const counts = new Map<string, number>();
  for (const { tokens } of texts)
    for (const { token } of tokens) if (/^\p{L}{3,}$/u.test(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const profile: Profile = new Map([...counts].map(([token, count]) => [token, 1 + Math.log(count)]));
  const page = texts[0]?.page;
  if (page) {
    profile.set(`#format ${reading.media_type.split('/')[0]}`, 1);
    profile.set(`#words ${Math.round(Math.log2(1 + page.words.length))}`, 2);
    profile.set(`#shape ${Math.round((4 * page.width) / page.height)}`, 2);
    profile.set(`#tables ${Math.min(2, page.tables.length)}`, 1);
    profile.set(
      `#numbers ${Math.round((6 * page.words.filter(({ text }) => /\d/.test(text)).length) / Math.max(1, page.words.length))}`,
      2,
    );
  }
  return profile;
}

/** How much rarer words count for more: log of examples over examples that have the word. */
export type Rarity = (token: string) => number;

/** The rarity of words among given profiles. */
export function rarityAmong(profiles: readonly Profile[]): Rarity {
  const having = new Map<string, number>();
  for (const profile of profiles) for (const token of profile.keys()) having.set(token, (having.get(token) ?? 0) + 1);
  return (token) => Math.log((1 + profiles.length) / (1 + (having.get(token) ?? 0)));
}

/** Cosine of two profiles weighted by rarity (Salton's vector space model, TF-IDF): 0 nothing in common, 1 the same. */
export function likeness(a: Profile, b: Profile, rarity: Rarity): number {
  let common = 0;
  for (const [token, weight] of a) {
    const other = b.get(token);
    if (other) common += weight * other * rarity(token) ** 2;
  }
  const length = (profile: Profile) => Math.sqrt([...profile].reduce((sum, [token, weight]) => sum + (weight * rarity(token)) ** 2, 0));
  return common / Math.max(1e-9, length(a) * length(b));
}
