import { useState } from 'react';
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import {
  type ComparedDocument,
  compareDraftSchema,
  comparedDocumentSchema,
  type PreviewDocuments,
  previewDocumentsSchema,
} from '#lib/contract/desk/schemas/schema-preview.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { type SchemaDraft, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { PreviewTab } from './preview-tab.tsx';
import { useDraftComparison } from './use-draft-comparison.ts';

const DRAFT = schemaDraftSchema.parse({
  name: 'Permit',
  fields: [
    { name: 'holder', type: 'string', label: 'Holder' },
    { name: 'fee', type: 'money', label: 'Mooring dues' },
  ],
});
const found = (count: number, elsewhere = 0, others: Partial<PreviewDocuments> = {}): PreviewDocuments => ({
  documents: Array.from({ length: count }, (_, at) => ({ id: `d${at}`, name: `permit-${at}.pdf`, media_type: 'text/plain' })),
  elsewhere,
  there: 0,
  deployments: [],
  ...others,
});
const field = (name: string, label: string, change: Partial<ComparedDocument['fields'][number]> = {}) => ({
  field: name,
  label,
  type: 'money' as const,
  values: 1,
  right_before: 1,
  right_after: 1,
  gains: 0,
  losses: 0,
  found: 0,
  ...change,
});
const compared = (id: string, change: Partial<ComparedDocument> = {}): ComparedDocument => ({
  document_id: id,
  against: 'saved',
  fields: [field('holder', 'Holder'), field('fee', 'Mooring dues')],
  uncompared: [],
  changes: [],
  left: 0,
  flags_before: 2,
  flags_after: 1,
  ...change,
});
const GAINED = {
  fields: [field('holder', 'Holder'), field('fee', 'Mooring dues', { right_before: 0, gains: 1 })],
  changes: [
    {
      kind: 'gain' as const,
      field: 'fee',
      row: null,
      approved: 340,
      before: { value: 1, place: null },
      after: { value: 340, place: null },
    },
  ],
};

function Tab({ draft = DRAFT, fault = null }: { draft?: SchemaDraft; fault?: string | null }) {
  const comparison = useDraftComparison('s1');
  const [shown, setShown] = useState(draft);
  const [version, setVersion] = useState(3);
  return (
    <>
      <PreviewTab schemaId="s1" version={version} draft={shown} isDirty fault={fault} comparison={comparison} />
      <button type="button" onClick={() => setShown({ ...draft, name: 'Berth permit' })}>
        Rename
      </button>
      <button type="button" onClick={() => setVersion(4)}>
        Save
      </button>
    </>
  );
}
const open = async (documents: PreviewDocuments, props: Parameters<typeof Tab>[0] = {}) => {
  onRequest('GET /api/schemas/:id/preview', () => json(previewDocumentsSchema, documents));
  return renderInApp(<Tab {...props} />);
};

test('gains are told in a sentence and by field, which opens to the values; one document that fails stops no other', async () => {
  await open(found(3));
  onRequest('POST /api/schemas/:id/preview', (request) => {
    const { document_id, draft } = request.json(compareDraftSchema);
    expect(draft).toEqual(DRAFT);
    if (document_id === 'd1') {
      const problem = { type: 'about:blank', title: 'x', status: 422, code: 'extraction_failed' as const, detail: 'It took too long.' };
      return json(problemSchema, problem, 422);
    }
    return json(comparedDocumentSchema, compared(document_id, document_id === 'd0' ? GAINED : {}));
  });
  await page.getByRole('button', { name: 'Compare on 3 documents' }).click();
  await expect.element(page.getByText('1 more value comes out right, and none is lost, on 2 documents.')).toBeVisible();
  await expect.element(page.getByText('4 → 2')).toBeVisible();
  await expect.element(page.getByText('1 document could not be compared')).toBeVisible();
  await expect.element(page.getByText('It took too long.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Fields compared' }).getByRole('row');
  // what changed stands first
  await expect.element(rows.nth(1)).toHaveTextContent(/^Mooring dues.*\+1/);
  await page.getByRole('button', { name: 'Mooring dues' }).click();
  const change = page.getByRole('list', { name: 'Changes of Mooring dues' });
  await expect.element(change.getByRole('link', { name: 'permit-0.pdf' })).toHaveAttribute('href', '/documents/d0');
  await expect.element(change).toHaveTextContent(/Approved.*340.*Before.*1.*After.*340/);
  expect(await commands.axeInPage()).toEqual([]);
});

test('it counts along, and stops where it is', async () => {
  await open(found(4));
  const answers: (() => void)[] = [];
  onRequest('POST /api/schemas/:id/preview', (request) => {
    const { document_id } = request.json(compareDraftSchema);
    return new Promise((resolve) => answers.push(() => resolve(json(comparedDocumentSchema, compared(document_id)))));
  });
  await page.getByRole('button', { name: 'Compare on 4 documents' }).click();
  await expect.element(page.getByText('0 of 4 documents')).toBeVisible();
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!();
  await expect.element(page.getByText('1 of 4 documents')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Stopped after 1 of 4 documents.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Compare again on 4 documents' })).toBeVisible();
});

test('figures of an earlier draft are told to be that', async () => {
  await open(found(1));
  onRequest('POST /api/schemas/:id/preview', () => json(comparedDocumentSchema, compared('d0')));
  await page.getByRole('button', { name: 'Compare on 1 document' }).click();
  await expect.element(page.getByText('No value is gained or lost on 1 document: 2 of 2 values are right both times.')).toBeVisible();
  await expect.element(page.getByText('The schema has changed since')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect.element(page.getByText('The schema has changed since')).toBeVisible();
});

test('figures that compare with an earlier saved version are told to be that, too', async () => {
  await open(found(1));
  onRequest('POST /api/schemas/:id/preview', () => json(comparedDocumentSchema, compared('d0')));
  await page.getByRole('button', { name: 'Compare on 1 document' }).click();
  await expect.element(page.getByText(/^No value is gained or lost/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The schema has changed since')).toBeVisible();
});

test('who leaves the editor ends the comparison, and approved values that lose their field are told', async () => {
  onRequest('GET /api/schemas/:id/preview', () => json(previewDocumentsSchema, found(5)));
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  onRequest('POST /api/schemas/:id/preview', (request) => {
    const { document_id } = request.json(compareDraftSchema);
    asked.push(document_id);
    const uncompared = [{ field: 'buyer', label: 'Buyer', values: 1 }];
    return new Promise((resolve) => answers.push(() => resolve(json(comparedDocumentSchema, compared(document_id, { uncompared })))));
  });
  const { screen } = await renderInApp(<Tab />);
  await page.getByRole('button', { name: 'Compare on 5 documents' }).click();
  await expect.poll(() => asked.length).toBe(2);
  answers[0]!();
  await expect.element(page.getByText(/their field is gone or has another type: Buyer \(1\)\.$/)).toBeVisible();
  await expect.poll(() => asked.length).toBe(3);
  screen.unmount();
  for (const answer of answers) answer();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked.length).toBe(3);
});

test('a draft with a fault is not compared, and documents at other services are told', async () => {
  await open(found(1, 2), { fault: 'Enter a label.' });
  await expect.element(page.getByText('Fix the draft first: Enter a label.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Compare on 1 document' })).toBeDisabled();
  await expect.element(page.getByText(/^2 approved documents are left out/)).toBeVisible();
});

const SECOND = { deployments: [{ id: 'x', name: 'Second' }] };
const OTHERS = [{ id: 'y', name: 'Third' }];
const BOTH = { deployments: [...SECOND.deployments, ...OTHERS] };
const chooseSecond = async () => {
  await page.getByRole('button', { name: /Compare with/ }).click();
  await page.getByRole('option', { name: 'Second' }).click();
};

test('another service is chosen, told of what that means, and named in the result', async () => {
  const asked: (string | null)[] = [];
  onRequest('GET /api/schemas/:id/preview', (request) => {
    const deployment = request.query.get('deployment_id');
    asked.push(deployment);
    return json(previewDocumentsSchema, deployment ? found(2, 0, { ...SECOND, there: 1 }) : found(3, 1, SECOND));
  });
  onRequest('POST /api/schemas/:id/preview', (request) => {
    const { document_id, deployment_id } = request.json(compareDraftSchema);
    expect(deployment_id).toBe('x');
    const against = document_id === 'd0' ? ('own_service' as const) : ('extracted' as const);
    const lost = { fields: [field('holder', 'Holder', { right_after: 0, losses: 1 }), field('fee', 'Mooring dues')] };
    return json(comparedDocumentSchema, compared(document_id, { against, ...(document_id === 'd0' ? GAINED : lost) }));
  });
  await renderInApp(<Tab />);
  await expect.element(page.getByRole('button', { name: 'Compare on 3 documents' })).toBeEnabled();
  await chooseSecond();
  await expect.element(page.getByText(/What the schema has learned is used at neither service/)).toBeVisible();
  await expect.element(page.getByText('1 approved document is left out: “Second” is their own service.')).toBeVisible();
  await page.getByRole('button', { name: 'Compare on 2 documents' }).click();
  await expect.element(page.getByText('On 2 documents, “Second” gets 1 more value right, and 1 wrong that was right.')).toBeVisible();
  await expect.element(page.getByText(/^Values that nobody corrected came from their own service/)).toBeVisible();
  await expect.element(page.getByText('Right at “Second”')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Second' })).toBeVisible();
  await expect.element(page.getByText(/^Of 1 document, what was extracted last is compared/)).toBeVisible();
  expect(asked).toEqual([null, 'x']);
  await page.getByRole('button', { name: 'Mooring dues' }).click();
  const change = page.getByRole('list', { name: 'Changes of Mooring dues' });
  await expect.element(change).toHaveTextContent(/Approved.*340.*Their own service.*1.*Second.*340/);
  expect(await commands.axeInPage()).toEqual([]);
});

test('a service that is no longer offered gives way to the saved version and its documents', async () => {
  onRequest('GET /api/schemas/:id/preview', (request) => {
    return json(previewDocumentsSchema, request.query.get('deployment_id') ? found(2, 0, { deployments: OTHERS }) : found(3, 0, BOTH));
  });
  await renderInApp(<Tab />);
  await chooseSecond();
  await expect.element(page.getByRole('button', { name: /Compare with/ })).toHaveTextContent('The saved version');
  await expect.element(page.getByRole('button', { name: 'Compare on 3 documents' })).toBeEnabled();
});

test('a service that is at fault ends the comparison with one sentence', async () => {
  await open(found(9, 0, SECOND));
  const asked: string[] = [];
  onRequest('POST /api/schemas/:id/preview', (request) => {
    asked.push(request.json(compareDraftSchema).document_id);
    const detail = '“Second” cannot be reached. Check its address and the network.';
    const extra = { deployment_id: 'x' };
    const problem = { type: 'about:blank', title: 'x', status: 502, code: 'deployment_unreachable' as const, detail, extra };
    return json(problemSchema, problem, 502);
  });
  await chooseSecond();
  await page.getByRole('button', { name: 'Compare on 9 documents' }).click();
  await expect.element(page.getByText('The comparison ended early')).toBeVisible();
  await expect.element(page.getByText(/^“Second” cannot be reached/)).toBeVisible();
  await expect.element(page.getByText('Stopped after 0 of 9 documents.')).toBeVisible();
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('without approved documents it says what it is for', async () => {
  await open(found(0));
  await expect.element(page.getByText('No approved documents yet')).toBeVisible();
});
