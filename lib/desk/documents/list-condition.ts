import { and, eq, gt, gte, inArray, isNotNull, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import { deskDocumentStateSchema } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES, isDecided } from '#lib/contract/desk/groups-of-states.ts';
import type { ListFilters } from '#lib/contract/desk/search/list-filters.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { auditEntries } from '../audit/tables.ts';
import { isAssigned, isAssignedTo } from './availability/assignment.ts';
import { isNotPostponed, isPostponed } from './availability/postponement.ts';
import { findHeldBy, findUnqueued } from './queue-condition.ts';
import { documentAssignments, documents, submissions } from './tables.ts';

const UNDECIDED = deskDocumentStateSchema.options.filter((state) => !isDecided(state));

/**
 * The documents that the list's filters select. What only matters before a decision also asks for the states before it, so that the
 * index of the states finds it among however many decided documents.
 * @param askerId who asks; without it, nothing is this person's
 */
export async function findListCondition(executor: Executor, filters: ListFilters, askerId = ''): Promise<SQL | undefined> {
  const { assigned_to, postponed, due, flags, second_approval, held_up, approved, deployment, queue } = filters;
  return and(
    assigned_to ? assignedCondition(assigned_to, askerId) : undefined,
    postponed === 'yes' ? isPostponed() : postponed === 'no' ? isNotPostponed() : undefined,
    due ? and(inArray(documents.state, UNDECIDED), isDue(due)) : undefined,
    flags ? and(eq(documents.state, 'to_review'), flags === 'some' ? gt(documents.openFlags, 0) : eq(documents.openFlags, 0)) : undefined,
    second_approval ? and(eq(documents.state, 'to_review'), ne(sql`${documents.firstApproval} ->> 'id'`, askerId)) : undefined,
    held_up ? and(inArray(documents.state, IN_FLIGHT_STATES), isNotNull(documents.trouble)) : undefined,
    approved ? approvedCondition(approved, askerId) : undefined,
    deployment ? inArray(documents.id, sentTo(executor, deployment)) : undefined,
    queue === 'none' ? await findUnqueued(executor) : queue ? await findHeldBy(executor, queue, askerId) : undefined,
  );
}

function assignedCondition(assignedTo: string, askerId: string): SQL {
  const isOthers = isAssigned(ne(documentAssignments.personId, askerId));
  if (assignedTo === 'nobody') return not(isAssigned());
  if (assignedTo === 'me') return isAssignedTo(askerId);
  if (assignedTo === 'others') return isOthers;
  if (assignedTo === 'me_or_nobody') return not(isOthers);
  return isAssignedTo(assignedTo);
}

function isDue(due: NonNullable<ListFilters['due']>): SQL {
  return due === 'set' ? isNotNull(documents.dueAt) : lt(documents.dueAt, sql`statement_timestamp()`);
}

function sentTo(executor: Executor, deploymentId: string) {
  return executor.select({ id: submissions.documentId }).from(submissions).where(eq(submissions.deploymentId, deploymentId));
}

/** @param approved as the contract has it */
function approvedCondition(approved: string, askerId: string): SQL | undefined {
  const isMine = approved.startsWith('me:');
  const since = new Date(isMine ? approved.slice('me:'.length) : approved);
  const approver = sql`(select ${auditEntries.actorId} from ${auditEntries} where ${auditEntries.documentId} = ${documents.id}
    and ${auditEntries.event} = 'document.approved' order by ${auditEntries.id} desc limit 1)`;
  return and(
    eq(documents.state, 'approved'),
    gte(documents.approvedAt, since),
    isMine ? and(eq(documents.approvedAutomatically, false), eq(approver, askerId)) : undefined,
  );
}
