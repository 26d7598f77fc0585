import { createRandom } from '#training/learning/random.ts';
import { CHOICES, type FormQuestion, TEXTS, YES_NO } from './form-questions.ts';

/** A form with boxes that some are ticked of. `truth`: by field, null where none of its boxes is ticked. */
export type MadeForm = { html: string; questions: FormQuestion[]; truth: Record<string, string | boolean | null> };

const BOXES = {
  signs: (isTicked: boolean) => (isTicked ? '☒' : '☐'),
  typed: (isTicked: boolean) => (isTicked ? '[X]' : '[ ]'),
  round: (isTicked: boolean) => (isTicked ? '(x)' : '( )'),
  bullets: (isTicked: boolean) => (isTicked ? '●' : '○'),
  crossed: (isTicked: boolean) => `<span class=box>${isTicked ? 'X' : ''}</span>`,
  checked: (isTicked: boolean) => `<span class=box>${isTicked ? '✓' : ''}</span>`,
};
/** Of so many questions one is left open. */
const OPEN = 1 / 8;

/**
 * Makes a form of three to five choices, two to four questions of yes and no, and three texts: boxes as signs, typed or drawn, before their
 * words or behind them, side by side or in a list, the question before them or over them, in a grid or on lines. The same seed makes the same form.
 */
export function makeForm(seed: number): MadeForm {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[], least: number, most: number) =>
    shuffle(list).slice(0, least + Math.floor(random() * (most - least + 1)));
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map((one) => [random(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  const box = BOXES[pick(Object.keys(BOXES) as (keyof typeof BOXES)[])];
  const isBefore = random() < 0.8;
  const [isList, isNumbered, isGrid] = [random() < 0.35, random() < 0.4, random() < 0.4];
  const place = pick(['left', 'colon', 'over']);
  const questions = [...some(CHOICES, 3, 5), ...some(YES_NO, 2, 4)];
  const truth: MadeForm['truth'] = {};
  const entries = shuffle([...questions, ...some(TEXTS, 3, 3)]);
  const cells = entries.map((entry, at) => {
    const number = isNumbered ? `${at + 1}. ` : '';
    if (!('name' in entry)) return `${number}${entry[0]}: ${entry[1]}`;
    const order = shuffle(entry.values.map((_, index) => index));
    const ticked = random() < OPEN ? -1 : pick(order);
    truth[entry.name] = entry.values[ticked] ?? null;
    const inList = isList && entry.values.length > 2;
    const gap = inList ? '<br>' : pick([' ', ' &nbsp; ', ' &nbsp; &nbsp; ']);
    const options = (inList ? [...order].sort() : order).map((index) => {
      const [sign, words] = [box(index === ticked), entry.printed[index]];
      return isBefore ? `${sign} ${words}` : `${words} ${sign}`;
    });
    const label = pick(entry.labels);
    const asked = `${number}${label}${place === 'colon' && !label.endsWith('?') ? ':' : ''}`;
    return `${place === 'over' || inList ? `<small>${asked}</small>` : `${asked} &nbsp; `}${options.join(gap)}`;
  });
  const rows = isGrid
    ? `<table>${cells.map((cell, at) => (at % 2 === 0 ? `<tr><td>${cell}</td><td>${cells[at + 1] ?? ''}</td></tr>` : '')).join('')}</table>`
    : cells.map((cell) => `<p>${cell}</p>`).join('');
  const font = `${pick([11, 13, 15])}px ${pick(['Arial', 'Liberation Serif', 'DejaVu Sans'])}`;
  return {
    html: `<style>${STYLE}body{font:${font}}</style><h2>${pick(['Application', 'Registration', 'Inspection'])}</h2>${rows}`,
    questions,
    truth,
  };
}

const STYLE = `table{width:100%;border-collapse:collapse}td{border:1px solid #000;padding:5px;vertical-align:top;width:50%}
.box{display:inline-block;width:11px;height:11px;border:1px solid #000;text-align:center;line-height:11px;font-size:10px;vertical-align:middle;
margin:1px 0}small{font-size:9px;display:block}`;
