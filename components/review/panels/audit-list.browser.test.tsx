import { expect, test } from 'vitest';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { listAuditSchema } from '#lib/contract/desk/audit-entry.ts';
import { AuditList } from './audit-list.tsx';

const DOCUMENT = '01a20096-79ba-7000-9930-26de037bfde7';

const ENTRY = {
  id: '7',
  at: '2026-03-02T09:00:00.000Z',
  actor: { id: 'u1', name: 'Ada' },
  document_id: DOCUMENT,
  document_name: 'invoice.pdf',
  pointer: null,
  field_label: null,
  origin: null,
  detail: {},
};

async function open(entry: { event: string; pointer?: string; old_value: unknown; new_value: unknown }) {
  onRequest(`GET /api/documents/${DOCUMENT}/audit`, () => json(listAuditSchema, { items: [{ ...ENTRY, ...entry }], total: 1 }));
  const { screen } = await renderInApp(<AuditList documentId={DOCUMENT} schema={null} />);
  return screen.getByRole('listitem');
}

test('of a change with several parts the history tells in words what differs, and nothing else', async () => {
  const entry = await open({
    event: 'document.prioritised',
    old_value: { due_at: null, priority: null },
    new_value: { due_at: null, priority: -1 },
  });
  await expect.element(entry).toHaveTextContent('priority: – → priority: low');
  await expect.element(entry).not.toHaveTextContent(/due at|\{/);
});

test('a value that was confirmed as it was is told once', async () => {
  const entry = await open({ event: 'value.confirmed', pointer: '/total', old_value: 170, new_value: 170 });
  await expect.element(entry).toHaveTextContent('170');
  await expect.element(entry).not.toHaveTextContent(/→|170.*170/);
});
