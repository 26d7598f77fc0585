/** The account that the first test makes and the others use. */
export const ADMIN = { name: 'Ada Brandt', email: 'ada@example.org', password: 'correct horse battery' };
