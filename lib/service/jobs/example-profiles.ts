import { inArray } from 'drizzle-orm';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import { type Profile, profileOf } from '#lib/extraction/classes/profile.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents } from '../context/tables.ts';

/** The profiles of each class's examples, by the class's name; examples that were removed or cannot be read are left out. */
export async function exampleProfiles(
  { database, reader }: Pick<ServiceContext, 'database' | 'reader'>,
  classes: readonly DocumentClass[],
): Promise<[name: string, profiles: [token: string, weight: number][][]][]> {
  const ids = [...new Set(classes.flatMap(({ examples }) => examples))];
  const rows = ids.length > 0 ? await database.select().from(documents).where(inArray(documents.id, ids)) : [];
  const profiles = new Map<string, Profile>();
  for (const { id, sha256, status } of rows) {
    if (status !== 'completed') continue;
    const reading = await reader.getReading(sha256).catch(() => null);
    if (reading) profiles.set(id, profileOf(reading));
  }
  return classes.map(({ name, examples }) => [name, examples.flatMap((id) => (profiles.has(id) ? [[...profiles.get(id)!]] : []))]);
}
