import { anyOf } from '../languages/languages.ts';

const TITLES = new RegExp(String.raw`^(?:(?:${anyOf(({ letters }) => letters?.titles)}|med)\.?\s+)+(?=\p{L}{2})`, 'iu');
/** Degrees and offices behind a name: “, MD”, “, Ph.D.”. */
const DEGREES = /(?:,\s?(?:\p{Lu}[\p{L}.-]{1,7}))+$/u;
const IS_DEGREE = /^(?:\p{Lu}{2,5}(?:-\p{Lu}{1,2})?|\p{Lu}\p{Ll}{0,2}\.? ?\p{Lu}\.?|Esq\.?|Jr\.?)$/u;

/** The name of a person without the titles before it and the degrees behind it (“Dr. Jane Roe, MD”). */
export function withoutTitle(name: string): string {
  // “M.” is a title in French, and an initial before a surname alone.
  const plain = /^\p{L}\.?\s\S+$/u.test(name) ? name : name.replace(TITLES, '');
  const degrees = DEGREES.exec(plain)?.[0];
  const isAll = degrees
    ?.split(/,\s?/)
    .slice(1)
    .every((one) => IS_DEGREE.test(one));
  return degrees && isAll && plain.length > degrees.length + 3 ? plain.slice(0, -degrees.length) : plain;
}
