/** The account of the measuring programs, made on a fresh data folder. */
export const ACCOUNT = { name: 'Measuring', email: 'measuring@example.org', password: 'a long measuring password' };
