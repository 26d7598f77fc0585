import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../context/desk.ts';
import { approve, reopen } from '../../review/operations/decide.ts';
import { decisions } from '../../review/tables.ts';
import { saveSchema } from '../../schemas/operations/save-schema.ts';
import { insertReviewable, ORDER } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { countDocument } from '../count-document.ts';
import { forgetFormerPeople } from './forget-former-people.ts';
import { getInsights } from './get-insights.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const BEN = { id: 'ben', name: 'Ben' };
const CARA = { id: 'cara', name: 'Cara' };
const today = () => new Date().toISOString().slice(0, 10);
const insightsOf = (schemaId: string) => getInsights(t.desk, { schema_id: schemaId, from: today(), to: today() }, { withPeople: true });
const timedBy = async () =>
  (await t.desk.database.select().from(decisions)).filter(({ effort }) => effort !== null).map(({ actorId }) => actorId);

function setAccounts(people: readonly { id: string; name: string }[]): void {
  t.desk.listAccounts = async () =>
    people.map((person) => ({ ...person, email: `${person.id}@example.org`, role: 'reviewer', active: false })) as Awaited<
      ReturnType<NonNullable<TestDesk['desk']['listAccounts']>>
    >;
}

async function approveTimed(schemaId: string, actor: NonNullable<Actor>) {
  const { id } = await insertReviewable(t.desk, { schemaId });
  const { document } = await approve(t.desk, actor, id, { revision: 0, sign_off: false, effort: { seconds: 5, keys: 2, fields: {} } });
  await countDocument(t.desk, id);
  return document;
}

test('what a removed account did counts for the desk and for nobody, and that of all others stays theirs', async () => {
  const schemaId = (await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Order of former people' })).id;
  const bens = await approveTimed(schemaId, BEN);
  await approveTimed(schemaId, BEN);
  await approveTimed(schemaId, CARA);
  setAccounts([ACTOR, CARA, BEN]);
  await forgetFormerPeople(t.desk);
  expect((await insightsOf(schemaId)).people?.map(({ person_id }) => person_id).sort()).toEqual(['ben', 'cara']);

  setAccounts([ACTOR, CARA]);
  await forgetFormerPeople(t.desk);
  await forgetFormerPeople(t.desk);
  const { people, review } = await insightsOf(schemaId);
  expect(people).toMatchObject([{ person_id: 'cara', review: { approved: 1, seconds: 5 } }]);
  expect(people).toHaveLength(1);
  expect(review).toMatchObject({ approved: 3, timed: 3, seconds: 15, keys: 6 });
  expect(await timedBy()).toEqual(['cara']);

  await reopen(t.desk, ACTOR, bens.id, { revision: bens.revision });
  await countDocument(t.desk, bens.id);
  expect((await insightsOf(schemaId)).review).toMatchObject({ approved: 2, timed: 2, seconds: 10 });
});

test('a decision that was not counted yet keeps nothing of who is gone either', async () => {
  const schemaId = (await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Order not counted yet' })).id;
  const { id } = await insertReviewable(t.desk, { schemaId });
  await approve(t.desk, BEN, id, { revision: 0, sign_off: false, effort: { seconds: 5, keys: 2, fields: {} } });
  setAccounts([ACTOR, CARA]);
  await forgetFormerPeople(t.desk);
  expect(await timedBy()).not.toContain('ben');
  await countDocument(t.desk, id);
  await forgetFormerPeople(t.desk);
  expect((await insightsOf(schemaId)).people).toEqual([]);
});

test('where nobody knows who has an account nobody is forgotten', async () => {
  const schemaId = (await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Order of the unknown' })).id;
  await approveTimed(schemaId, BEN);
  t.desk.listAccounts = null;
  await forgetFormerPeople(t.desk);
  expect((await insightsOf(schemaId)).people).toMatchObject([{ person_id: 'ben' }]);
});
