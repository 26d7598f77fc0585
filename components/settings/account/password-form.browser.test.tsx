import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { type ChangePassword, changePasswordSchema } from '#lib/contract/desk/account.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { PasswordForm } from './password-form.tsx';

const OLD = 'orchard lantern forty';
const NEW = 'quiet harbour bicycle';
const wrong = { pointer: '/current_password', message: 'The password is wrong.' };
const problem = { type: 'about:blank', title: 'x', status: 422, code: 'invalid_request' as const, detail: wrong.message, errors: [wrong] };

async function open() {
  const asked: ChangePassword[] = [];
  onRequest('PUT /api/account/password', (request) => {
    const body = request.json(changePasswordSchema);
    asked.push(body);
    return body.current_password === OLD ? { status: 204, type: 'text/plain', body: '' } : json(problemSchema, problem, 422);
  });
  const { screen } = await renderInApp(<PasswordForm />);
  const [present, next] = ['Current password', 'New password'].map((name) => screen.getByLabelText(name, { exact: true }));
  return { screen, asked, present: present!, next: next!, save: screen.getByRole('button', { name: 'Change password' }) };
}

test('a wrong password is said at its field, and after a change the form can be sent again', async () => {
  const { screen, asked, present, next, save } = await open();
  await present.fill('something else');
  await next.fill(NEW);
  await save.click();
  await expect.element(screen.getByText(wrong.message)).toBeVisible();
  await expect.element(present).toHaveAttribute('aria-invalid', 'true');
  await present.fill(OLD);
  await expect.element(screen.getByText(wrong.message)).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Password changed')).toBeVisible();
  expect(asked).toEqual([
    { current_password: 'something else', password: NEW },
    { current_password: OLD, password: NEW },
  ]);
  await expect.element(present).toHaveValue('');
  await expect.element(next).toHaveValue('');
});

test('a new password that is too short is not sent, and one that is typed can be looked at', async () => {
  const { screen, asked, present, next, save } = await open();
  await present.fill(OLD);
  // typed, since a length counts only for what a person typed
  await userEvent.type(next, 'short');
  await save.click();
  expect((next.element() as HTMLInputElement).validity.tooShort).toBe(true);
  expect(asked).toEqual([]);
  await expect.element(next).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: 'Show password' }).last().click();
  await expect.element(next).toHaveAttribute('type', 'text');
});
