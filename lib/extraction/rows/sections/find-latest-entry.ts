import { foldText } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { profileField } from '../../terms/field-profile.ts';
import { sectionOfHeading } from '../../terms/section-names.ts';
import { PRESENT } from '../../terms/time-words.ts';
import type { ValueClass } from '../../terms/value-words.ts';
import { textOfTokens } from '../../view/document-view.ts';
import { assignParts } from './assign-parts.ts';
import { type Block, findBlocks } from './find-blocks.ts';
import { findSection } from './find-section.ts';

/** The latest entry of a section: its page and where each of its parts stands, as token ranges. */
export type LatestEntry = { page: number; parts: ReadonlyMap<ValueClass, [number, number]> };

/** The parts of entries, as fields whose names say what they are. */
const PARTS: Record<'work' | 'education', readonly (readonly [ValueClass, string])[]> = {
  work: [
    ['occupation', 'position'],
    ['organisation', 'employer'],
  ],
  education: [
    ['degree', 'degree'],
    ['organisation', 'school'],
  ],
};
const OPEN = new RegExp(`^${PRESENT}$`);

/** The entry of a section that goes on or ended last, its parts told apart over all entries. Null where the section has no entries with times. */
export function findLatestEntry(context: ExtractionContext, section: 'work' | 'education'): LatestEntry | null {
  const found = findSection(context, (start, end) => Number(sectionOfHeading(textOfTokens(context.view, start, end)) === section));
  const blocks = found ? findBlocks(context, found) : [];
  if (!blocks.length) return null;
  const parts = PARTS[section];
  const profiles = parts.map(([, name]) => profileField({ name, label: '', type: 'string', description: '', required: false }));
  const assigned = assignParts(context, blocks, profiles, [...parts.keys()]);
  const latest = blocks.reduce((best, block, at) => (endOf(block) > endOf(blocks[best]) ? at : best), 0);
  const page = blocks[latest]?.page ?? 0;
  return {
    page,
    parts: new Map(
      parts.flatMap(([part], at) => {
        const range = assigned[latest]?.get(at);
        return range ? [[part, range] as const] : [];
      }),
    ),
  };
}

/** The year in which an entry ended, infinite for one that goes on, 0 where no year is printed. */
function endOf(block: Block | undefined): number {
  const last = block?.span?.end ?? block?.span?.start;
  if (!last) return 0;
  if (OPEN.test(foldText(last.text))) return Number.POSITIVE_INFINITY;
  return Number(/(?:19|20)\d\d/.exec(last.text)?.[0] ?? 0);
}
