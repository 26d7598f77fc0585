import type { TableLesson } from '#lib/contract/service/lesson.ts';
import type { TaughtHeadings } from '../rows/answer-rows.ts';

/** What headings mean for the columns of a table: each knows those it stands under, and those under which another one stands, or none. */
export function taughtHeadings(headings: TableLesson['headings'], columns: readonly { name: string }[]): TaughtHeadings {
  return new Map(
    columns.map(({ name }) => [
      name,
      {
        own: headings.flatMap(({ text, column }) => (column === name ? [text] : [])),
        others: headings.flatMap(({ text, column }) => (column === name ? [] : [text])),
      },
    ]),
  );
}
