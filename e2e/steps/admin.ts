/** The account that the first test makes and the others use. */
export const ADMIN = { name: 'Ada Brandt', email: 'ada@example.org', password: 'correct horse battery' };

/** What whoever makes the first account must know (`start-desk.mjs`). */
export const SET_UP_TOKEN = 'e2e-set-up-token-0123456789';
