import type { ExtractedValue } from '#lib/contract/extraction.ts';
import { foldText } from '#lib/document/fold-text.ts';
import type { Scene } from '../scoring/scene.ts';
import { textOfTokens } from '../view/document-view.ts';
import { evidenceOf } from './build-value.ts';
import { CLAUSE_QUESTIONS, COURTS, PAYMENT_TERMS } from './clause-phrases.ts';

/** Fields that ask for the place whose courts decide, and for when is to be paid, by name or label (folded). */
const ASKS_COURT =
  /(?:place|venue|court|seat).{0,12}jurisdiction|jurisdiction.{0,6}(?:place|court|venue)|\bcourts?\b|\bvenue\b|gerichtsstand|\bforo\b|tribunal|rechtbank/;
const ASKS_TERMS =
  /pay(?:ment)? ?(?:terms?|conditions?)|terms of payment|zahlungs(?:bedingung|ziel|frist|kondition)|conditions? de (?:paiement|reglement)|condiciones de pago|condizioni di pagamento|betalings?(?:voorwaarden|termijn|condities)|condicoes de pagamento|warunki platnosci|termin platnosci/;
/** Words of which one must stand beside a phrase of payment, in eight languages; a label of terms is one of them. */
const OF_PAYING =
  /(?<!\p{L})(?:pay|paid|payable|payment|invoice|terms?|zahl|begleich|überweis|skonto|fällig|netto|rechnungs|rein|paiement|règlement|réglement|payable|régler|facture|pago|pagar|pagadero|factura|pagament|pagare|fattura|betal|voldoen|factuur|fatura|pagar|płat|zapła|faktur|przelew|net(?=\s?\d))/iu;
/** Characters around a phrase that are looked at. */
const AROUND = 90;
/** Set by hand: a person is shown the value. */
const [SAID, CONTRADICTED] = [0.7, 0.5];

type Found = { page: number; start: number; end: number; text: string };

/**
 * What the clauses of a paper say in set phrases of eight languages: yes or no ("verlängert sich jeweils um ein Jahr"), the place whose
 * courts decide ("Gerichtsstand ist Nürnberg"), when is to be paid ("2/10 Net 30", "zahlbar innerhalb 14 Tagen"). Null when the
 * field asks for none of it or no such phrase is printed.
 */
export function answerPhrase(scene: Scene, field: number): ExtractedValue | null {
  const own = scene.profiles[field]?.field;
  if (!own) return null;
  const asked = foldText(`${own.name.replaceAll('_', ' ')} ${own.label ?? ''}`);
  if (own.type === 'boolean') return answerQuestion(scene, asked);
  if (own.type !== 'string') return null;
  if (ASKS_COURT.test(asked)) return single(scene, find(scene, COURTS), 'stands behind words that name the courts');
  if (!ASKS_TERMS.test(asked)) return null;
  const terms = find(scene, PAYMENT_TERMS).filter(({ page, start, end }) => isOfPaying(scene, page, start, end));
  return single(scene, terms.slice(0, 1), 'says when is to be paid');
}

function answerQuestion(scene: Scene, asked: string): ExtractedValue | null {
  for (const { asks, no, yes } of CLAUSE_QUESTIONS) {
    if (!asks.test(asked)) continue;
    const denied = find(scene, no);
    const said = find(scene, yes).filter(
      ({ page, start, end }) => !denied.some((other) => page === other.page && start < other.end && other.start < end),
    );
    const [best, value] = denied[0] ? ([denied[0], false] as const) : ([said[0], true] as const);
    if (!best) return null;
    const evidence = evidenceOf(scene.view, [[best.start, best.end]], best.page);
    const confidence = denied.length && said.length ? CONTRADICTED : SAID;
    return { value, text: best.text, confidence, evidence, candidates: [], reason: `the paper says “${best.text.slice(0, 60)}”` };
  }
  return null;
}

/** The only value of phrases that were found; null for none, or for several that differ. */
function single(scene: Scene, found: readonly Found[], reason: string): ExtractedValue | null {
  const [best] = found;
  if (!best || new Set(found.map(({ text }) => foldText(text))).size > 1) return null;
  const evidence = evidenceOf(scene.view, [[best.start, best.end]], best.page);
  return { value: best.text, text: best.text, confidence: SAID, evidence, candidates: [], reason };
}

/** Where phrases stand (their first group where they have one), in reading order; of those that overlap the longest. */
function find(scene: Scene, patterns: readonly RegExp[]): Found[] {
  const found = scene.pool.streams.flatMap(({ text, tokensAt }, page) => {
    const plain = text.replace(/\n/g, ' ');
    return patterns.flatMap((pattern) =>
      [...plain.matchAll(pattern)].map((match) => {
        const value = match[1] ?? match[0];
        const at = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
        const [start, end] = tokensAt(at, at + value.length);
        return { page, start, end, text: textOfTokens(scene.view, start, end).replace(/^[("„“]+|[.,;:)"“”]+$/g, '') };
      }),
    );
  });
  return found
    .filter(
      (one) =>
        !found.some(
          (other) =>
            other !== one &&
            other.page === one.page &&
            other.start <= one.start &&
            other.end >= one.end &&
            other.end - other.start > one.end - one.start,
        ),
    )
    .sort((a, b) => a.page - b.page || a.start - b.start);
}

/** True where something around speaks of paying, or the label beside it is one of terms. */
function isOfPaying(scene: Scene, page: number, start: number, end: number): boolean {
  const { view } = scene;
  const segment = view.segments[view.tokens[start]?.segment ?? -1];
  const left = view.segments[segment ? (view.links.left[segment.index] ?? -1) : -1];
  const above = view.segments[segment ? (view.links.above[segment.index] ?? -1) : -1];
  const beside = [left, above].map((label) =>
    label && label.page === page ? textOfTokens(view, label.start, label.end).slice(0, AROUND) : '',
  );
  const around = textOfTokens(view, Math.max(segment?.start ?? start, start - 12), Math.min(view.tokens.length, end + 6));
  return [around, ...beside].some((text) => OF_PAYING.test(text));
}
