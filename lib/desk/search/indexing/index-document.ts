import { and, asc, eq, sql } from 'drizzle-orm';
import type { Page } from '#lib/contract/service/reading.ts';
import { foldShort } from '#lib/document/values/fold-text.ts';
import { runTogether } from '#lib/platform/database/run-together.ts';
import type { Desk } from '../../context/desk.ts';
import type { DocumentRow } from '../../documents/desk-document.ts';
import { documents } from '../../documents/tables.ts';
import { saveValues } from '../../documents/values/save-values.ts';
import { findReview } from '../../review/review.ts';
import { comments } from '../../review/tables.ts';
import { listLexemes, phraseText } from '../lexemes.ts';
import { listSearchedValues } from '../searched-values.ts';
import { searchEntries, staleSearches } from '../tables.ts';

/** So much of a document's text is searched, in characters: some hundred dense pages. */
export const SEARCHED_TEXT = 200_000;
/** Parts of words are found in so many characters of name, folder, schema and values. */
const SEARCHED_SHORT = 6_000;
const MOST_COMMENTS = 200;
/** Browsers hear of new values only of documents that changed a short while ago, not of all after an upgrade. */
const NEWS_MS = 10 * 60_000;
/** Pages taken from the store at a time. */
const RUN = 10;

/** Writes what a document can be found by, and its values, as they are now. @param turn what made it stale; newer changes stay to be done */
export async function indexDocument(desk: Desk, documentId: string, turn: number): Promise<void> {
  const { database } = desk;
  const [row] = await database.select().from(documents).where(eq(documents.id, documentId));
  // its rows went with it
  if (!row) return;
  const [review, said, text] = [await findReview(database, row), await listComments(desk, documentId), await readText(desk, row)];
  const values = review ? listSearchedValues(review.schema, review.fields) : [];
  const named = [row.name, row.folder, row.schemaName ?? ''];
  const inParts = values.flatMap(({ text: value, exact }) => (exact ? [] : value));
  const short = foldShort([...named, ...inParts].join('\n')).slice(0, SEARCHED_SHORT);
  const texts = [...named, ...values.map((value) => value.text), ...said, ...text.split('\f')].filter((one) => one !== '');
  // PostgreSQL makes the vector of an array without parsing it
  const words = sql`array_to_tsvector(${sql.param(listLexemes(texts, short))}::text[])`;
  const entry = { words: words as unknown as string, short, phrases: phraseText(texts), values, comments: said, text };
  await database.transaction(async (transaction) => {
    // before the stale row, as everybody who changes a document does
    const [present] = await transaction
      .select({ revision: documents.revision, schemaId: documents.schemaId })
      .from(documents)
      .where(eq(documents.id, documentId))
      .for('no key update');
    if (!present) return;
    const found = transaction
      .insert(searchEntries)
      .values({ documentId, ...entry })
      .onConflictDoUpdate({ target: searchEntries.documentId, set: entry });
    const done = transaction.delete(staleSearches).where(and(eq(staleSearches.documentId, documentId), eq(staleSearches.turn, turn)));
    await runTogether(transaction, found, done);
    // what changed meanwhile wrote its values itself, and is indexed next
    const isPresent = present.revision === row.revision && present.schemaId === row.schemaId;
    const isChanged = isPresent && (await saveValues(transaction, documentId, review));
    const isNews = isChanged && Date.now() - row.updatedAt.getTime() < NEWS_MS;
    // raises the document's `change`: lists that show its values ask again
    if (isNews) await transaction.execute(sql`update desk.documents set change = change where id = ${documentId}`);
  });
}

async function listComments(desk: Desk, documentId: string): Promise<string[]> {
  const rows = await desk.database
    .select({ text: comments.text })
    .from(comments)
    .where(eq(comments.documentId, documentId))
    .orderBy(asc(comments.at))
    .limit(MOST_COMMENTS);
  return rows.map(({ text }) => text.replaceAll('\0', ''));
}

/** The words of the pages that are read, as far as they are searched; a form feed between pages. */
async function readText(desk: Desk, row: DocumentRow): Promise<string> {
  const count = row.pageCount ?? row.pagesRead;
  const texts: string[] = [];
  let length = 0;
  for (let from = 1; from <= count && length < SEARCHED_TEXT; from += RUN) {
    for (const page of await desk.reader.listPages(row.sha256, from, Math.min(count, from + RUN - 1))) {
      // a page that is not read yet has its place all the same
      while (texts.length < page.number - 1) texts.push('');
      const text = textOfPage(page);
      texts.push(text);
      length += text.length + 1;
    }
  }
  return texts.join('\f').slice(0, SEARCHED_TEXT);
}

/** What a reader of the page can see of it. */
function textOfPage(page: Page): string {
  const seen = page.words.filter((word) => !word.hidden).map((word) => word.text);
  return seen.join(' ').replaceAll(/[\f\0]/g, ' ');
}
