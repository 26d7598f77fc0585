import type { AcceptSplit } from '#lib/contract/desk/splitting.ts';

type Plan = Pick<AcceptSplit, 'documents' | 'dropped'>;
export type PlanFault = { pointer: string; message: string };

/**
 * What is wrong with a plan to split a file: every page must stand in exactly one document or be dropped.
 * @param pageCount pages of the file, counted from 1
 */
export function findPlanFaults({ documents, dropped }: Plan, pageCount: number): PlanFault[] {
  const faults: PlanFault[] = [];
  const seen = new Set<number>();
  const look = (page: number, pointer: string) => {
    if (page > pageCount) faults.push({ pointer, message: `There is no page ${page}; the file has ${pageCount}.` });
    else if (seen.has(page)) faults.push({ pointer, message: `Page ${page} is in two documents.` });
    seen.add(page);
  };
  for (const [index, { pages }] of documents.entries())
    for (const [place, { number }] of pages.entries()) look(number, `/documents/${index}/pages/${place}/number`);
  for (const [index, page] of dropped.entries()) look(page, `/dropped/${index}`);
  for (let page = 1; page <= pageCount; page++)
    if (!seen.has(page)) faults.push({ pointer: '/documents', message: `Page ${page} is in no document and was not removed.` });
  if (faults.length === 0 && isUnchanged({ documents, dropped }))
    faults.push({ pointer: '/documents', message: 'Nothing would change: set a boundary, or change a page.' });
  return faults;
}

/** True when all pages stay one document, in their order and as they are. */
export function isUnchanged({ documents, dropped }: Plan): boolean {
  const [only, ...others] = documents;
  return (
    others.length === 0 &&
    dropped.length === 0 &&
    (only?.pages.every(({ number, turn }, index) => number === index + 1 && turn === 0) ?? true)
  );
}
