const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [worth, letters] of ROMAN) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text;
}

/** a … z, aa, bb, …: Word repeats the letter. */
function letters(value: number): string {
  const letter = String.fromCharCode(97 + ((value - 1) % 26));
  return letter.repeat(Math.min(10, Math.floor((value - 1) / 26) + 1));
}

/** A list number in a format of Office Open XML (`ST_NumberFormat`) or OpenDocument (`1 a A i I`); unknown ones are decimal. */
export function formatListNumber(value: number, format: string): string {
  if (value < 1 || value > 30_000) return String(value);
  switch (format) {
    case 'lowerRoman':
    case 'i':
      return roman(value);
    case 'upperRoman':
    case 'I':
      return roman(value).toUpperCase();
    case 'lowerLetter':
    case 'a':
      return letters(value);
    case 'upperLetter':
    case 'A':
      return letters(value).toUpperCase();
    case 'decimalZero':
      return value < 10 ? `0${value}` : String(value);
    case 'none':
      return '';
    default:
      return String(value);
  }
}
