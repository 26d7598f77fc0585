import type { LabelIndex } from '../terms/label-index.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { Candidate } from './candidate.ts';
import { crownOf, isInCrowns } from './crowns.ts';
import { findFormValues, findTicks, type TickPlace } from './find-forms.ts';
import { findLocale, type Locale } from './find-locale.ts';
import { findNames } from './find-names.ts';
import { findPatterns } from './find-patterns.ts';
import { findRecognised } from './find-recognised.ts';
import { findTexts } from './find-texts.ts';
import { type PageStream, streamPage } from './page-stream.ts';
import { findPlaces } from './places.ts';

/** Everything on a document that could be a value, by page. */
export type CandidatePool = { candidates: Candidate[]; ticks: TickPlace[]; locale: Locale; streams: PageStream[] };

/** Most candidates that are kept for one document. */
const MOST = 120_000;

/** Collects the candidates of all types on all pages. Work and memory grow with the number of words only. */
export function collectCandidates(view: DocumentView, labels: LabelIndex): CandidatePool {
  const streams = view.pages.map((page) => streamPage(view, page));
  const texts = streams.map((stream) => stream.text);
  const locale = findLocale(texts);
  const candidates: Candidate[] = [];
  const ticks: TickPlace[] = [];
  for (const page of view.pages) {
    if (candidates.length > MOST) break;
    const stream = streams[page.index];
    const push = (list: Candidate[]) => {
      for (const candidate of list) candidates.push(candidate);
    };
    if (!stream || page.tokens[0] === page.tokens[1]) {
      if (stream) push(findRecognised(view, page, stream, new Set()));
      ticks.push(...findTicks(view, page));
      continue;
    }
    const patterns = findPatterns(view, page.index, stream, locale);
    push(patterns);
    push(findRecognised(view, page, stream, datesOf(patterns)));
    push(findTexts(view, page, labels));
    push(findFormValues(view, page, locale));
    push(runs(view, page.index, stream));
    ticks.push(...findTicks(view, page));
  }
  const crown = candidates.some(({ currency, text }) => currency && isInCrowns(text)) ? crownOf(texts) : null;
  if (crown) for (const candidate of candidates) if (candidate.currency && isInCrowns(candidate.text)) candidate.currency = crown;
  return { candidates, ticks, locale, streams };
}

/** Dates that are printed with their century. */
function datesOf(patterns: readonly Candidate[]): Set<string> {
  return new Set(patterns.flatMap(({ kind, strength, value }) => (kind === 'date' && strength === 1 ? [String(value)] : [])));
}

/** Names and places in running text. */
function runs(view: DocumentView, page: number, stream: PageStream): Candidate[] {
  const out: Candidate[] = [];
  const add = (start: number, end: number, kind: Candidate['kind'], text: string, strength: number) => {
    const range = stream.tokensAt(start, end);
    const token = view.tokens[range[0]];
    if (token) out.push({ kind, ranges: [range], page, segment: token.segment, text, value: text, strength, origin: 'run' });
  };
  for (const name of findNames(stream.text)) add(name.start, name.end, 'name', name.text, name.quoted ? 0.3 : 0.6);
  for (const place of findPlaces(stream.text)) add(place.start, place.end, 'place', place.name, 1);
  return out;
}
