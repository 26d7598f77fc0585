import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';
import { answerOwnDate } from './answer-own-date.ts';

const describedDateOf = (name: string, description: string, lines: string[]) =>
  answerOwnDate(createExtractionContext(readingOfLines([lines]), [fieldSchema.parse({ name, description, type: 'date' })]), 0);
const dateOf = (name: string, ...lines: string[]) => describedDateOf(name, '', lines);

it.each([
  ['credit_note_date', 'Date: 19.05.2031'],
  ['quotation_date', 'Datum: 19.05.2031'],
  ['reminder_date', 'Braunschweig, 19.05.2031'],
  ['angebotsdatum', 'Kiel, 19.05.2031'],
  ['issue_date', 'Lyon, le 19 mai 2031'],
])('takes the day that is called nothing else for the document’s own: %s of “%s”', (name, line) => {
  const answer = dateOf(name, 'Oak Ltd', line, 'Pay before 30.06.2031, please.');
  expect(answer).toMatchObject({ value: '2031-05-19' });
  expect(answer?.confidence).toBeLessThan(0.85);
});

it('takes it for no other day, and none of several', () => {
  expect(dateOf('renewal_date', 'Date: 19.05.2031')).toBeNull();
  expect(dateOf('quotation_date', 'Date: 19.05.2031', 'Date: 20.05.2031')).toBeNull();
  expect(dateOf('quotation_date', 'Delivery date: 19.05.2031')).toBeNull();
});

it('takes a day alone on its line at the head for that of the letter, however the field calls that', () => {
  const letter = ['Oak Ltd', '19 May 2031', 'Dear Ann Lee, we met on 3 May 2031 and agreed on all points.'];
  expect(dateOf('letter_date', ...letter)?.value).toBe('2031-05-19');
  expect(describedDateOf('sent', 'Date of the certificate', letter)?.value).toBe('2031-05-19');
  expect(describedDateOf('sent', 'Date of the meeting', letter)).toBeNull();
  expect(dateOf('letter_date', '19 May 2031', '20 May 2031', 'Dear Ann Lee')).toBeNull();
});
