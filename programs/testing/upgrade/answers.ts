import { createHash } from 'node:crypto';
import type { AuditVerdict } from '#lib/contract/desk/audit.ts';
import type { AuditEntry } from '#lib/contract/desk/audit-entry.ts';
import type { Comment } from '#lib/contract/desk/comment.ts';
import type { Deployment, DeskSummary, RawAnswer } from '#lib/contract/desk/deployment.ts';
import type { DeskDocumentDetail, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { Person as Account } from '#lib/contract/desk/people.ts';
import type { ListQualitySamples } from '#lib/contract/desk/quality-sample.ts';
import type { Queue } from '#lib/contract/desk/queue.ts';
import type { SchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import type { DeskClassification } from '#lib/contract/service/classification.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Person } from './steps/person.ts';

/** What the desk says about one document, everywhere it says something. */
export type DocumentAnswers = {
  detail: DeskDocumentDetail;
  splitting: DeskSplitting;
  summary: DeskSummary | null;
  classification: DeskClassification | null;
  comments: Comment[];
  audit: AuditEntry[];
  /** Null where no deployment has answered yet. */
  raw: RawAnswer | null;
  /** SHA-256 of the original file as it is given back. */
  content: string;
};

/** What a desk says about everything that people did. */
export type Answers = {
  documents: Record<string, DocumentAnswers>;
  list: ListDocuments;
  schemas: { newest: Schema; versions: Schema[] }[];
  settings: SchemaSettings[];
  queues: Queue[];
  deployments: Deployment[];
  secondLooks: ListQualitySamples;
  people: Account[];
  audit: AuditVerdict;
};

/** Where a desk tells its quality samples: earlier versions called them second looks. */
export async function findQualitySamplesPath({ get }: Pick<Person, 'get'>): Promise<string> {
  const path = '/api/queues/quality-samples';
  return get(path).then(
    () => path,
    () => '/api/queues/second-looks',
  );
}

/**
 * Asks a desk everything, at addresses that the desks of all versions have.
 * @param person an admin
 * @param names the documents' ids by the names under which the answers are to stand
 */
export async function collectAnswers({ get, post, download }: Person, names: Record<string, string>): Promise<Answers> {
  const items = async <T>(path: string) => (await get<{ items: T[] }>(path)).items;
  const documents: Answers['documents'] = {};
  for (const [name, id] of Object.entries(names)) {
    const path = `/api/documents/${id}`;
    documents[name] = {
      detail: await get(path),
      splitting: await get(`${path}/splitting`),
      summary: (await get<{ summary: DeskSummary | null }>(`${path}/summary`)).summary,
      classification: (await get<{ classification: DeskClassification | null }>(`${path}/classification`)).classification,
      comments: await items(`${path}/comments`),
      audit: await items(`${path}/audit`),
      raw: await get<RawAnswer>(`${path}/answer`).catch(() => null),
      content: createHash('sha256')
        .update(await download(id))
        .digest('hex'),
    };
  }
  const newest = await items<Schema>('/api/schemas');
  const schemas = [];
  for (const schema of newest) schemas.push({ newest: schema, versions: await items<Schema>(`/api/schemas/${schema.id}/versions`) });
  return {
    documents,
    list: await get('/api/documents?page_size=200&sort=name&order=asc'),
    schemas,
    settings: await items('/api/schema-settings'),
    queues: await items('/api/queues'),
    deployments: await items('/api/deployments'),
    secondLooks: await get(await findQualitySamplesPath({ get })),
    people: await items('/api/people'),
    audit: await post('/api/audit/verify'),
  };
}
