import { expect, test } from 'vitest';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { listAuditSchema } from '#lib/contract/desk/audit-entry.ts';
import { AuditList } from './audit-list.tsx';

const DOCUMENT = '01a20096-79ba-7000-9930-26de037bfde7';

test('of a change with several parts the history tells in words what differs, and nothing else', async () => {
  const entry = {
    id: '7',
    at: '2026-03-02T09:00:00.000Z',
    actor: { id: 'u1', name: 'Ada' },
    document_id: DOCUMENT,
    document_name: 'invoice.pdf',
    event: 'document.prioritised',
    pointer: null,
    field_label: null,
    origin: null,
    old_value: { due_at: null, priority: null },
    new_value: { due_at: null, priority: -1 },
    detail: {},
  };
  onRequest(`GET /api/documents/${DOCUMENT}/audit`, () => json(listAuditSchema, { items: [entry], total: 1 }));
  const { screen } = await renderInApp(<AuditList documentId={DOCUMENT} schema={null} />);
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('priority: – → priority: low');
  await expect.element(screen.getByRole('listitem')).not.toHaveTextContent(/due at|\{/);
});
