import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { findKeptDraft } from '#components/schemas/draft-store.ts';
import { editorDraft } from '#components/schemas/schema-draft.ts';
import { SchemaEditor } from '#components/schemas/schema-editor.tsx';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { type Schema, type SchemaDraft, schemaDraftSchema, schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import { checkFormula } from '#lib/document/rules/check-formula.ts';

async function open(schema: Schema | null = null) {
  const saved: SchemaDraft[] = [];
  const answer = (draft: SchemaDraft) => {
    saved.push(draft);
    return json(schemaSchema, {
      ...INVOICE_SCHEMA,
      ...draft,
      id: schema?.id ?? 'schema-new',
      version: (schema?.version ?? 0) + saved.length,
    });
  };
  onRequest('POST /api/schemas', (request) => answer(request.json(schemaDraftSchema)));
  onRequest('PUT /api/schemas/:id', (request) => answer(request.json(schemaDraftSchema)));
  const { screen, visited } = await renderInApp(<SchemaEditor schema={schema} />);
  const box = (name: string) => screen.getByRole('textbox', { name, exact: true });
  const fields = () =>
    screen
      .getByRole('grid', { name: 'Fields' })
      .getByRole('row')
      .elements()
      .map((row) => row.textContent?.trim());
  return { saved, screen, visited, box, fields };
}

type Opened = Awaited<ReturnType<typeof open>>;
const chooseType = async ({ screen }: Opened, word: string) => {
  await screen.getByRole('button', { name: /Type$/ }).click();
  await screen.getByRole('option', { name: word }).click();
};

test('a new schema is named, gets its fields and is saved; names follow their labels', async () => {
  const opened = await open();
  const { saved, screen, visited, box } = opened;
  await box('Name of the schema').fill('Delivery note');
  await screen.getByRole('button', { name: 'Add field' }).click();
  await expect.element(box('Label')).toHaveFocus();
  await userEvent.keyboard('Note no.');
  await expect.element(box('Name')).toHaveValue('note_no');
  await screen.getByRole('button', { name: 'Add field' }).click();
  await userEvent.keyboard('Delivered on');
  await chooseType(opened, 'Date');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Delivery note: saved as version 1')).toBeVisible();
  expect(saved).toMatchObject([
    {
      name: 'Delivery note',
      fields: [
        { name: 'note_no', label: 'Note no.', type: 'string' },
        { name: 'delivered_on', label: 'Delivered on', type: 'date' },
      ],
    },
  ]);
  expect(visited).toEqual(['/schemas/schema-new']);
});

test('what is merely not filled in is no mistake before one tries to save', async () => {
  const { saved, screen } = await open();
  await screen.getByRole('button', { name: 'Add field' }).click();
  expect(screen.getByText('Enter a label.').query()).toBeNull();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Enter a label.')).toBeVisible();
  await expect.element(screen.getByText('Enter a name for the schema.').first()).toBeVisible();
  await expect.element(screen.getByText(/^Not saved: \d errors to fix$/)).toBeVisible();
  expect(saved).toEqual([]);
});

test('two fields with the same name are told of at once', async () => {
  const { screen, box } = await open(INVOICE_SCHEMA);
  await screen.getByRole('row', { name: 'Invoice date' }).click();
  await expect.element(box('Name')).toHaveValue('issued');
  await box('Name').fill('number');
  await expect.element(screen.getByText('Another field has this name.')).toBeVisible();
  await expect.element(screen.getByLabelText('Has an error').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Generate the name from the label' }).click();
  await expect.element(box('Name')).toHaveValue('invoice_date');
  await expect.element(screen.getByText('Another field has this name.')).not.toBeInTheDocument();
});

test('a field of type “One of” asks for its options', async () => {
  const opened = await open(INVOICE_SCHEMA);
  await chooseType(opened, 'One of');
  await opened.box('Options').fill('A\nB');
  await opened.screen.getByRole('button', { name: 'Save version 2' }).click();
  await expect.poll(() => opened.saved[0]?.fields[0]).toMatchObject({ type: 'enum', enum: ['A', 'B'] });
});

test('table rows have columns of their own', async () => {
  const opened = await open();
  const { saved, screen, box } = opened;
  await box('Name of the schema').fill('List');
  await screen.getByRole('button', { name: 'Add field' }).click();
  await userEvent.keyboard('Lines');
  await chooseType(opened, 'Table rows');
  await screen.getByRole('button', { name: 'Add column' }).click();
  await userEvent.keyboard('Weight');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => saved[0]?.fields[0]?.fields?.map(({ name }) => name)).toEqual(['description', 'weight']);
});

test('Alt and an arrow move a field, Delete removes it', async () => {
  const { saved, screen, fields } = await open(INVOICE_SCHEMA);
  await screen.getByRole('row', { name: 'Invoice date' }).click();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => fields().slice(0, 2)).toEqual(['Invoice date', 'Invoice number *']);
  await screen.getByRole('row', { name: 'Supplier' }).click();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => fields().slice(0, 3)).toEqual(['Invoice date', 'Invoice number *', 'Order number']);
  await screen.getByRole('button', { name: 'Save version 2' }).click();
  await expect.poll(() => saved[0]?.fields.slice(0, 3).map(({ name }) => name)).toEqual(['issued', 'number', 'order']);
});

test('a rule that names no field is told of beside it', async () => {
  const { screen } = await open(INVOICE_SCHEMA);
  await screen.getByRole('tab', { name: /^Rules/ }).click();
  await screen.getByRole('button', { name: 'Add rule' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Rule 2' })).toHaveFocus();
  await userEvent.keyboard('total = net');
  await expect.element(screen.getByRole('textbox', { name: 'Rule 2' })).toBeInvalid();
  await expect.element(screen.getByRole('textbox', { name: 'Rule 2' })).toHaveAccessibleDescription(/net/);
  await userEvent.keyboard('{Control>}a{/Control}total = sum(lines.amount)');
  await expect.element(screen.getByRole('textbox', { name: 'Rule 2' })).toBeValid();
});

test('what the desk refuses is told at its field, and the draft stays', async () => {
  const { screen, box } = await open(INVOICE_SCHEMA);
  onRequest('PUT /api/schemas/:id', () =>
    json(
      problemSchema,
      {
        type: 'about:blank',
        title: 'Invalid input',
        status: 422,
        code: 'invalid_request',
        errors: [{ pointer: '/fields/0/name', message: 'This name is reserved.' }],
      },
      422,
    ),
  );
  await box('Label').fill('Number');
  await screen.getByRole('button', { name: 'Save version 2' }).click();
  await expect.element(screen.getByText('This name is reserved.')).toBeVisible();
  await expect.element(box('Label')).toHaveValue('Number');
});

test('changes that were not saved are offered when the editor opens again', async () => {
  const first = await open(INVOICE_SCHEMA);
  await first.box('Label').fill('Number of the invoice');
  await expect.element(first.screen.getByRole('button', { name: 'Save version 2' })).toBeEnabled();
  await first.screen.unmount();
  const { screen, box } = await open(INVOICE_SCHEMA);
  await expect.element(box('Label')).toHaveValue('Invoice number');
  await screen.getByRole('button', { name: 'Restore them' }).click();
  await expect.element(box('Label')).toHaveValue('Number of the invoice');
});

test('Discard takes the saved version back', async () => {
  const { screen, box } = await open(INVOICE_SCHEMA);
  await box('Label').fill('Something else');
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(box('Label')).toHaveValue('Invoice number');
  await expect.element(screen.getByRole('button', { name: 'Save version 2' })).toBeDisabled();
});

test('the rules list what formulas take: every plain field, columns with their rows, and how many rows there are', async () => {
  const { screen } = await open(INVOICE_SCHEMA);
  await screen.getByRole('tab', { name: /Rules/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Names for formulas' })).toBeVisible();
  const names = [...document.querySelectorAll('h2 + p > code')].map((name) => name.textContent);
  expect(names).toEqual([
    ...['number', 'issued', 'supplier', 'order', 'paid', 'kind', 'total'],
    ...['count(lines)', 'lines.text', 'lines.count', 'lines.amount'],
  ]);
  const { fields } = editorDraft(INVOICE_SCHEMA);
  expect(names.map((name) => checkFormula(fields, `${name} = ${name}`))).toEqual(names.map(() => null));
});

test('a draft without a name asks for one: nothing is saved before', async () => {
  onRequest('POST /api/schemas', () => {
    throw new Error('Nothing was to be saved.');
  });
  const { name: _, ...draft } = INVOICE_SCHEMA;
  const { screen } = await renderInApp(<SchemaEditor schema={null} initial={{ ...draft, name: '' }} />);
  await expect.element(screen.getByRole('textbox', { name: 'Name of the schema' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByText('Enter a name for the schema.').first()).toBeVisible();
  // it waits in this tab, also without a name
  expect(findKeptDraft(null)).toMatchObject({ name: '', fields: INVOICE_SCHEMA.fields });
});

test('the columns of a table and the rules have no fault that axe finds', async () => {
  const { screen } = await open(INVOICE_SCHEMA);
  await screen.getByRole('grid', { name: 'Fields' }).getByRole('row', { name: /Lines/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Columns' })).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
  await screen.getByRole('tab', { name: /Rules/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Names for formulas' })).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
});
