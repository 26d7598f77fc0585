/** What the measured product asks of whoever makes the first account (`start-product.ts`). */
export const SET_UP_TOKEN = process.env.COUNTERSIGN_SET_UP_TOKEN ?? 'measuring-set-up-token';

/** The account of the measuring programs, made on a fresh data folder. */
export const ACCOUNT = { name: 'Measuring', email: 'measuring@example.org', password: 'a long measuring password' };
