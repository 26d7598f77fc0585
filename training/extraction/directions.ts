import { FEATURES } from '#lib/extraction/scoring/feature-names.ts';

/** The better a label names the field, the likelier is the value beside it, whatever the kind of document. */
const RISING =
  /^label_(?:best|phrase|unit|lead|share|inline|left|above|header|tableHeader|tableRow|lines|section|whole|after)$|^meaning_(?:best|lead|share|inline|left|above|header|tableHeader|tableRow|after|own_text)$|^(?:only_)?exact_label|^kind_is_field_kind$|^heading_meaning$|^is_asked_number$/;
/** The better a label names another field, or the more a text looks like a label itself, the less likely it is. */
const FALLING = /^(?:label|meaning)_(?:rival|rank)$|^labelness$|^label_(?:contradicting|elsewhere)$/;

/** What is learned of the meaning of labels and texts, from mined labels. */
const OF_MEANING = /^meaning_|^heading_meaning$|^labelness|^wants_/;

const placesOf = (names: RegExp): ReadonlySet<number> => new Set(FEATURES.flatMap((name, at) => (names.test(name) ? [at] : [])));

/**
 * Features whose effect has one direction. Trees that keep to it learn nothing else from the few kinds of documents at hand, and are
 * more often right about kinds that they never saw.
 */
export const DIRECTIONS = { rising: placesOf(RISING), falling: placesOf(FALLING) };

/** Features that come from the learned model of labels. */
export const LEARNED: ReadonlySet<number> = placesOf(OF_MEANING);
