import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runTogether } from './run-together.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/test-database.ts';

const houses = pgTable('houses', { id: integer('id').primaryKey(), name: text('name') });
const rooms = pgTable('rooms', { id: integer('id').primaryKey(), houseId: integer('house_id').notNull(), name: text('name') });

let t: TestDatabase;
beforeAll(async () => {
  t = await createEmptyDatabase();
  await t.database.execute(sql`create table houses (id int primary key, name text)`);
  await t.database.execute(sql`create table rooms (id int primary key, house_id int not null references houses(id), name text)`);
});
afterAll(() => t?.close());
beforeEach(() => t.database.execute(sql`truncate houses, rooms`));

const listAll = async () => [await t.database.select().from(houses), await t.database.select().from(rooms)];

test('inserts that refer to each other, an upsert, an update and a delete are done in one statement, in any order', async () => {
  const insertRoom = (id: number) => t.database.insert(rooms).values({ id, houseId: id, name: 'hall' });
  const insertHouse = (id: number) => t.database.insert(houses).values({ id, name: `no. ${id}` });
  await runTogether(t.database, insertRoom(1), insertHouse(1));
  await runTogether(
    t.database,
    insertHouse(2),
    insertRoom(2)
      .onConflictDoUpdate({ target: rooms.id, set: { name: 'never' } })
      .returning(),
  );
  expect(await listAll()).toEqual([
    [
      { id: 1, name: 'no. 1' },
      { id: 2, name: 'no. 2' },
    ],
    [
      { id: 1, houseId: 1, name: 'hall' },
      { id: 2, houseId: 2, name: 'hall' },
    ],
  ]);
  const rename = t.database.update(houses).set({ name: 'new' }).where(eq(houses.id, 1));
  await runTogether(t.database, rename, t.database.delete(rooms).where(eq(rooms.id, 2)));
  expect(await listAll()).toEqual([
    [
      { id: 2, name: 'no. 2' },
      { id: 1, name: 'new' },
    ],
    [{ id: 1, houseId: 1, name: 'hall' }],
  ]);
});

test('when one of them fails, none of them is done', async () => {
  const insert = t.database.insert(houses).values({ id: 3, name: 'house' });
  await expect(runTogether(t.database, insert, t.database.insert(rooms).values({ id: 3, houseId: 4, name: 'hall' }))).rejects.toThrow();
  expect(await listAll()).toEqual([[], []]);
});
