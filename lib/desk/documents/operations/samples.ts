import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { type Sample, sampleSchema } from '#lib/contract/desk/sample.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { listSchemas } from '../../schemas/operations/save-schema.ts';
import { type NewDocument, submitDocument } from './submit-document.ts';

const entrySchema = sampleSchema.omit({ size: true }).extend({ file: z.string().regex(/^[A-Za-z0-9._-]+$/) });
type Entry = z.infer<typeof entrySchema>;

function samplesFolder(desk: Desk): string {
  return path.join(/* turbopackIgnore: true */ desk.config.rootDir, 'samples');
}

async function listEntries(desk: Desk): Promise<Entry[]> {
  const text = await readFile(/* turbopackIgnore: true */ path.join(samplesFolder(desk), 'samples.json'), 'utf8');
  return z.array(entrySchema).parse(JSON.parse(text));
}

async function getEntry(desk: Desk, name: string): Promise<Entry> {
  const entry = (await listEntries(desk)).find((sample) => sample.name === name);
  if (!entry) throw new ProblemError('not_found', 'This sample does not exist.');
  return entry;
}

/** The name that the document of a sample has. @throws ProblemError `not_found` */
export async function findSampleFile(desk: Desk, name: string): Promise<string> {
  return (await getEntry(desk, name)).file;
}

/** The sample documents that can be tried. */
export async function listSamples(desk: Desk): Promise<Sample[]> {
  const entries = await listEntries(desk);
  return Promise.all(
    entries.map(async ({ file, ...sample }) => {
      const { size } = await stat(/* turbopackIgnore: true */ path.join(samplesFolder(desk), file));
      return { ...sample, size };
    }),
  );
}

/**
 * Puts a sample among the documents as if it had been dropped, with its starter schema when that is still there.
 * @param options.deploymentId where it goes; default: where new documents go
 * @param options.schemaId another schema than its own
 * @throws ProblemError `not_found`, `conflict` (the deployment is retired)
 */
export async function submitSample(
  desk: Desk,
  actor: NonNullable<Actor>,
  name: string,
  options: Pick<NewDocument, 'id' | 'deploymentId' | 'schemaId' | 'trialId'> = {},
): Promise<DeskDocument> {
  const entry = await getEntry(desk, name);
  const schemaId = options.schemaId ?? (await listSchemas(desk)).find((schema) => schema.name === entry.schema_name)?.id;
  const file = path.join(/* turbopackIgnore: true */ samplesFolder(desk), entry.file);
  const { size } = await stat(/* turbopackIgnore: true */ file);
  const body = createReadStream(/* turbopackIgnore: true */ file);
  return submitDocument(desk, actor, { ...options, body, name: entry.file, size, schemaId });
}
