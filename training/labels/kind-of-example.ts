import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';
import type { LabelExample } from './load-label-examples.ts';

/** Kinds of values that documents print. */
export type ExampleKind =
  | 'date'
  | 'money'
  | 'number'
  | 'percentage'
  | 'code'
  | 'person'
  | 'company'
  | 'address'
  | 'place'
  | 'email'
  | 'phone'
  | 'text';

/** What the words of a name, label or description tell of a value; the first that fits. */
const BY_WORD: readonly (readonly [RegExp, ExampleKind])[] = [
  [/^(?:e?mail)$/, 'email'],
  [/^(?:phone|telephone|mobile|fax)$/, 'phone'],
  [/^(?:date|dated|birthday|dob|deadline|expiry|expires|expiration|since|until|on)$/, 'date'],
  [/^(?:percent|percentage|rate|%|ratio|share)$/, 'percentage'],
  [
    /^(?:amount|amt|total|price|cost|fee|fees|balance|payment|salary|income|tax|value|sum|charge|charges|rent|deposit|wages|budget|premium)$/,
    'money',
  ],
  [/^(?:number|no|num|nr|id|code|reference|ref|identifier|serial|key|iban|licence|license)$/, 'code'],
  [/^(?:address|street)$/, 'address'],
  [/^(?:city|town|country|state|province|region|place|location|nationality|county)$/, 'place'],
  [/^(?:company|organisation|organization|employer|supplier|bank|school|agency|manufacturer|carrier|institution|vendor)$/, 'company'],
  [/^(?:person|surname|contact|owner|holder|signed|by|author|patient|employee|applicant|tenant|customer|name|manager|officer)$/, 'person'],
  [/^(?:count|quantity|qty|size|age|weight|height|length|width|duration|days|hours|score|units|volume|pages|year|years)$/, 'number'],
];
const BY_TYPE: readonly (readonly [RegExp, ExampleKind])[] = [
  [/date|time/i, 'date'],
  [/money|amount|currency|monetary|dollar/i, 'money'],
  [/percent|rate/i, 'percentage'],
  [/^int|integer|float|double|decimal|number|quantity/i, 'number'],
];
/** Types of data models that documents do not print. */
const UNPRINTED = /bool|check|object|many|array|class|link|table|yesno|yes_no|uuid|binary|html|indicator|dimension|recid|uri/i;

/** True when a document could print a value of the example. */
export function isPrintable({ type }: LabelExample): boolean {
  return !UNPRINTED.test(type);
}

/** What a document would print for an example, by its type and listed words. */
export function kindOfExample(example: LabelExample): ExampleKind {
  const byType = BY_TYPE.find(([pattern]) => pattern.test(example.type));
  const english = example.labels.en?.[0] ?? '';
  // The last words of a label say what it is: “date of birth” and “birth date”.
  for (const text of [english, example.name])
    for (const [pattern, kind] of BY_WORD)
      if (wordsOfLabel(text).some((word) => pattern.test(word)) && (!byType || kind === byType[1] || byType[1] === 'number')) return kind;
  return byType?.[1] ?? 'text';
}
