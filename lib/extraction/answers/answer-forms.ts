import type { ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import type { FormField } from '#lib/contract/service/reading.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { joinedFields } from '../candidates/find-forms.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { wordsOfName } from '../terms/field-profile.ts';
import { PARTY_ROLES } from '../terms/party-roles.ts';
import { familiesOfPhrase, weightOfFamily } from '../terms/vocabulary.ts';
import { evidenceOf, nothingFound } from '../values/build-value.ts';
import { wordsAround } from './words-around.ts';

/** A text or choice field of the file's form, in reading order. */
type Widget = {
  page: number;
  field: FormField;
  /** What names it: its label, the last words of that, and in running text the words around it. */
  names: readonly Name[];
  role: string | null;
  /** False on a page of few fields, which is no form: there only a field of the very name is an answer. */
  isInForm: boolean;
};

type Name = { families: ReadonlySet<string>; mass: number; weight: number };

/** Words of a long label that stand right before the field name it best. */
const TAIL = 5;
/** What words right behind a field in running text are worth, beside those before it. */
const AFTER = 0.9;
/** Least likeness between a form field's label and a schema field. */
const NAMED = 0.42;
/** Score of a form field of the very name of the schema's field: the file itself says what it holds. */
const SAME_NAME = 1.5;
/** A page is a form when so many of its fields are there. */
const LEAST_FIELDS = 3;

const ROLE_WORDS = PARTY_ROLES.map((role) => ({ id: role.id, words: role.words.map((word) => familiesOfPhrase(word)) }));

/**
 * Answers schema fields from the fields of an interactive form by their labels, each form field for at most one. A form field
 * that was left empty is an answer too: nothing was entered.
 */
export function answerForms(context: ExtractionContext): Map<number, ExtractedValue> {
  const answers = new Map<number, ExtractedValue>();
  const widgets = widgetsOf(context);
  if (!widgets.some(({ field }) => typeof field.value === 'string' && field.value.trim())) return answers;
  const pairs: { field: number; widget: number; score: number; order: number }[] = [];
  context.profiles.forEach((profile, field) => {
    if (profile.field.type === 'boolean' || profile.field.type === 'list') return;
    widgets.forEach((widget, index) => {
      const isSame = plainName(lastPart(widget.field.name)) === plainName(profile.field.name);
      if (!isSame && !widget.isInForm) return;
      let score = isSame ? SAME_NAME : likeness(context, field, widget);
      if (profile.role && widget.role) score += profile.role === widget.role ? 0.22 : -0.22;
      const value = readWidget(context, field, widget);
      if (value === undefined) score -= 0.35;
      if (score >= NAMED)
        pairs.push({ field, widget: index, score, order: Math.abs(field / context.profiles.length - index / widgets.length) });
    });
  });
  pairs.sort((a, b) => b.score - a.score || a.order - b.order);
  const used = new Set<number>();
  for (const { field, widget, score } of pairs) {
    if (answers.has(field) || used.has(widget)) continue;
    used.add(widget);
    const entry = widgets[widget];
    if (entry) answers.set(field, answerOf(context, field, entry, Math.min(1, score)));
  }
  return answers;
}

function widgetsOf(context: ExtractionContext): Widget[] {
  const sides = new Set(context.profiles.map((profile) => profile.role));
  const roles = ROLE_WORDS.filter(({ id }) => sides.has(id));
  return context.view.pages.flatMap(({ index, page }) => {
    const fields = page.form_fields.filter((field) => field.kind === 'text' || field.kind === 'choice');
    const joined = joinedFields(fields);
    const parts = new Set(
      joined.flatMap((whole) => fields.filter((field) => field !== whole && inside(field, whole)).map((field) => field.name)),
    );
    let role: string | null = null;
    return withoutSpare(
      [...fields.filter((field) => !parts.has(field.name)), ...joined].sort((a, b) =>
        Math.abs(a.box[1] - b.box[1]) < 0.006 ? a.box[0] - b.box[0] : a.box[1] - b.box[1],
      ),
    ).map((field): Widget => {
      // The last part of a form's internal name can be plain words; numbered ones say nothing.
      const own = lastPart(field.name);
      const label = field.label ?? (/[a-z]{4}/i.test(own) ? wordsOfName(own.replace(/\[\d+\]/g, '')) : '');
      const whole = nameOf(label);
      role = roles.find(({ words }) => words.some((word) => word.every((family) => whole.families.has(family))))?.id ?? role;
      const { before, after } = wordsAround(context.view, index, field, fields);
      const words = label.split(/\s+/);
      const names = [whole, nameOf(before), nameOf(after, AFTER)];
      if (after && words.length > TAIL) names.push(nameOf(words.slice(-TAIL).join(' ')));
      return { page: index, field, names: names.filter(({ mass }) => mass > 0), role, isInForm: fields.length >= LEAST_FIELDS };
    });
  });
}

/** Fields in order, without the empty ones of several lines that one label names when another one of them is filled. */
function withoutSpare(fields: readonly FormField[]): FormField[] {
  const isFilled = ({ value }: FormField) => typeof value === 'string' && value.trim() !== '';
  return fields.filter((field, at) => {
    if (isFilled(field) || !field.label) return true;
    const isSame = (other: FormField | undefined) => other !== undefined && other.label === field.label;
    let [first, last] = [at, at];
    while (isSame(fields[first - 1])) first--;
    while (isSame(fields[last + 1])) last++;
    return !fields.slice(first, last + 1).some(isFilled);
  });
}

/** The last part of a form field's internal name ("form1.page[0].country" → "country"). */
function lastPart(name: string): string {
  return name.split('.').at(-1) ?? '';
}

/** A name by its letters and digits alone. */
function plainName(name: string): string {
  return name
    .replace(/\[\d+\]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function nameOf(text: string, weight = 1): Name {
  const families = new Set(familiesOfPhrase(text));
  let mass = 0;
  for (const family of families) mass += weightOfFamily(family);
  return { families, mass, weight };
}

function inside(field: FormField, whole: FormField): boolean {
  const [x, y] = [(field.box[0] + field.box[2]) / 2, (field.box[1] + field.box[3]) / 2];
  return x > whole.box[0] && x < whole.box[2] && y > whole.box[1] && y < whole.box[3];
}

function likeness(context: ExtractionContext, field: number, widget: Widget): number {
  let best = 0;
  for (const phrase of context.profiles[field]?.phrases ?? [])
    for (const { families, mass, weight } of widget.names) {
      let shared = 0;
      for (const family of new Set(phrase.families)) if (families.has(family)) shared += weightOfFamily(family);
      const cover = Math.min(1, shared / phrase.mass);
      best = Math.max(best, weight * cover * cover * phrase.weight * (0.45 + 0.55 * Math.min(1, shared / Math.max(0.1, mass))));
    }
  return best;
}

/** The widget's text as the field's type; null when empty, undefined when it does not read as that type. */
function readWidget(context: ExtractionContext, field: number, widget: Widget): Value | undefined {
  const text = typeof widget.field.value === 'string' ? widget.field.value.replace(/\s+/g, ' ').trim() : '';
  const profile = context.profiles[field];
  if (!text || !profile) return null;
  const { locale } = context.pool;
  return parseValue(profile.field.type, text, locale, profile.field.enum ?? []) ?? undefined;
}

function answerOf(context: ExtractionContext, field: number, widget: Widget, score: number): ExtractedValue {
  const value = readWidget(context, field, widget);
  const label = widget.field.label ?? widget.field.name;
  if (value === null) return nothingFound(`The form field “${label.slice(0, 60)}” was left empty.`, 0.6 + 0.38 * score);
  if (value === undefined) return nothingFound(`“${String(widget.field.value).slice(0, 60)}” in the form does not fit the field.`, 0.5);
  const text = String(widget.field.value).trim();
  return {
    value,
    text,
    confidence: Math.min(0.98, 0.62 + 0.36 * score),
    evidence: [
      { ...(evidenceOf(context.view, [], widget.page, widget.field.box)[0] ?? { page: widget.page + 1, box: widget.field.box }), text },
    ],
    candidates: [],
    reason: `filled into the form field “${label.slice(0, 60)}”`,
  };
}
