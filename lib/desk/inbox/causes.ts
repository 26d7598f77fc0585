import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { DECIDED_STATES } from '#lib/contract/desk/groups-of-states.ts';
import type { InboxKind } from '#lib/contract/desk/inbox.ts';
import { documentAssignments, documentPostponements, documents, submissions } from '../documents/tables.ts';
import { comments, decisions } from '../review/tables.ts';

/** The kinds whose causes stand in documents, assignments and comments. Of deployments and schemas it is judged by the program. */
export type DocumentCauseKind = Exclude<InboxKind, 'deployment' | 'stopped' | 'quality'>;

/** Nobody has to do anything with such a document any more. */
const isUndecided = not(inArray(documents.state, DECIDED_STATES));
/** It failed, or waits for something that a person has to give. Who drops files without a schema has an hour to choose one, once they are read. */
const isInTrouble = or(
  inArray(documents.state, ['failed', 'unmapped', 'unclassified', 'stacked']),
  and(
    eq(documents.state, 'indexed'),
    sql`coalesce(${submissions.indexedAt}, ${documents.createdAt}) < clock_timestamp() - interval '1 hour'`,
  ),
);
const millisecondsOf = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::bigint::text`;
const assigned = documentAssignments;
const ofDocument = sql`${assigned.documentId} = ${documents.id}`;

/**
 * What is the case now, as a query with the columns `person_id`, `cause`, `document_id`, `by`: an entry of that kind is open as long
 * as its person and cause are among the rows.
 * @param people a query with one column `person_id`: who may give a second approval
 */
export function causesOf(kind: DocumentCauseKind, people: SQL): SQL {
  const cause = (occasion: SQL) => sql`${documents.id}::text || '@' || ${occasion} as cause, ${documents.id} as document_id`;
  switch (kind) {
    case 'assigned':
      return sql`select ${assigned.personId} as person_id, ${cause(millisecondsOf(sql`${assigned.at}`))}, ${assigned.by} as by
        from ${assigned} join ${documents} on ${ofDocument}
        where ${assigned.at} is not null and ${assigned.by} ->> 'id' is distinct from ${assigned.personId} and ${isUndecided}`;
    case 'overdue':
      return sql`select ${assigned.personId} as person_id, ${cause(millisecondsOf(sql`${documents.dueAt}`))}, null::jsonb as by
        from ${assigned} join ${documents} on ${ofDocument}
        where ${documents.dueAt} < clock_timestamp() and ${isUndecided} and not exists (
          select 1 from ${documentPostponements}
          where ${documentPostponements.documentId} = ${documents.id} and ${documentPostponements.until} > clock_timestamp())`;
    case 'trouble':
      return sql`select whose.person_id, ${cause(sql`coalesce(${submissions.run}, 0)::text || '@' || ${documents.state}`)}, null::jsonb as by
        from ${documents} left join ${submissions} on ${submissions.documentId} = ${documents.id}
        cross join lateral (select ${documents.createdById} as person_id
          union select ${assigned.personId} from ${assigned} where ${ofDocument}) as whose
        where ${isInTrouble} and whose.person_id is not null`;
    case 'second_approval':
      return sql`select people.person_id, ${cause(sql`(${documents.firstApproval} ->> 'at')`)},
          jsonb_build_object('kind', 'person', 'id', ${documents.firstApproval} ->> 'id', 'name', ${documents.firstApproval} ->> 'name') as by
        from ${documents} cross join (${people}) as people
        where ${documents.state} = 'to_review' and ${documents.firstApproval} is not null
          and ${documents.firstApproval} ->> 'id' <> people.person_id
          and not exists (select 1 from ${assigned} where ${ofDocument} and ${assigned.personId} <> people.person_id)`;
    default:
      // those who are told of a comment are known when it is written; here only whether it still matters
      return sql`select people.person_id, ${comments.id}::text as cause, ${documents.id} as document_id, null::jsonb as by
        from ${comments} join ${documents} on ${documents.id} = ${comments.documentId} cross join (${people}) as people
        where ${comments.resolvedAt} is null and (${isUndecided} or not exists (select 1 from ${decisions}
          where ${decisions.documentId} = ${documents.id} and ${decisions.at} > ${comments.at}))`;
  }
}

/** Kinds of which entries are written when they are found, not by the act itself alone. */
export const FOUND_KINDS = ['assigned', 'overdue', 'trouble', 'second_approval'] as const satisfies DocumentCauseKind[];
export const DOCUMENT_KINDS = [...FOUND_KINDS, 'mentioned', 'answered'] as const satisfies DocumentCauseKind[];
