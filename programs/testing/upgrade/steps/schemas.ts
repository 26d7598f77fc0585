import type { Queue } from '#lib/contract/desk/queue.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { People } from './accounts.ts';

const field = (name: string, type: string, label: string) => ({ name, type, label });

/** Fields of the schema that a person writes; the second version has one more. */
export const DELIVERY_NOTE = {
  name: 'Delivery note',
  description: 'What a driver hands over with the goods.',
  fields: [
    { ...field('note_number', 'string', 'Delivery note number'), required: true, format: 'identifier' },
    field('delivery_date', 'date', 'Delivery date'),
    { ...field('parcels', 'rows', 'Parcels'), fields: [field('content', 'string', 'Content'), field('weight', 'number', 'Weight')] },
  ],
  rules: [{ formula: 'count(parcels) > 0', message: 'There is no parcel.' }],
};

const NOTHING = { second_approval: { when: 'never' }, priority: null, due_after_hours: null, sample_percent: 0 };

/** Ids of the desk's schemas by name. */
export async function findSchemaIds({ ada }: Pick<People, 'ada'>): Promise<Record<string, string>> {
  const { items } = await ada.get<{ items: Schema[] }>('/api/schemas');
  return Object.fromEntries(items.map(({ name, id }) => [name, id]));
}

/** A schema of one's own, one that is removed again, settings of each kind. @returns ids by name */
export async function makeSchemas(people: People): Promise<Record<string, string>> {
  const { ada, cleo } = people;
  await cleo.post('/api/schemas', DELIVERY_NOTE);
  const passing = await cleo.post<Schema>('/api/schemas', { name: 'Parking ticket', fields: [field('price', 'money', 'Price')] });
  await cleo.remove(`/api/schemas/${passing.id}`);
  const ids = await findSchemaIds(people);
  const set = (name: string, settings: object) => cleo.put(`/api/schemas/${ids[name]}/settings`, { ...NOTHING, ...settings });
  await set('Invoice', { second_approval: { when: 'above', field: 'grand_total', amount: 1_000_000 }, priority: 1 });
  await set('Purchase order', { second_approval: { when: 'always' } });
  await set('Receipt', { sample_percent: 100 });
  await set('Contract', { due_after_hours: 72 });
  await ada.put(`/api/schemas/${ids.Receipt}/retention`, { retention_days: 36_500 });
  return ids;
}

/** Saves the second version of the schema that a person wrote. */
export async function changeSchema({ cleo }: People, id: string): Promise<void> {
  await cleo.put(`/api/schemas/${id}`, { ...DELIVERY_NOTE, fields: [...DELIVERY_NOTE.fields, field('driver', 'string', 'Driver')] });
}

/** A queue of each mode, one of which is removed again. */
export async function makeQueues({ cleo, adaName, benName }: People, ids: Record<string, string>): Promise<void> {
  await cleo.post('/api/queues', {
    name: 'Invoices for Ben and Ada',
    filter: { states: ['to_review'], schema_id: ids.Invoice },
    order: 'worst',
    mode: 'round_robin',
    members: [benName, adaName],
    priority: 0,
    escalate_after_hours: 10_000,
    escalate_to: adaName,
  });
  await cleo.post('/api/queues', {
    name: 'What waits',
    filter: { states: ['to_review', 'failed'], folder: 'post' },
    order: 'due',
    due_after_hours: 48,
    second_approval: true,
  });
  await cleo.post('/api/queues', { name: 'Shared out by hand', filter: { states: ['indexed'], assigned_to: 'me' }, mode: 'by_hand' });
  const passing = await cleo.post<Queue>('/api/queues', { name: 'Of yesterday' });
  await cleo.remove(`/api/queues/${passing.id}`);
}
