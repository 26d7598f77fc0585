import { type SQL, sql } from 'drizzle-orm';
import { documents } from '../tables.ts';
import { sampleEntries } from './tables.ts';

/**
 * Whether the approved values of a document are withheld from a person, who has begun to check it as a quality sample and has not entered
 * them yet; a condition or a column of a query.
 * @param documentId the column with the document's id, with its table, e.g. `documents.id`
 * @param readerId whoever asks; null or undefined: nobody from whom anything is withheld
 */
export function isWithheld(documentId: SQL, readerId: string | null | undefined): SQL<boolean> {
  return readerId ? sql<boolean>`exists ${waiting(sql`1`, documentId, readerId)}` : sql<boolean>`false`;
}

/** As `isWithheld`: the places whose values the person had shown, as JSON; null where nothing is withheld. */
export function shownOfWithheld(documentId: SQL, readerId: string | null | undefined): SQL<string[] | null> {
  return readerId ? sql`${waiting(sql`own.shown`, documentId, readerId)}` : sql`null`;
}

/** Reopened documents have no approved values. */
function waiting(what: SQL, documentId: SQL, readerId: string): SQL {
  return sql`(select ${what} from ${sampleEntries} as own join ${documents} as sampled on sampled.id = own.document_id
    where own.document_id = ${documentId} and own.person_id = ${readerId} and own.entered is null and sampled.state = 'approved')`;
}
