/** The command that explains a value, also for the key that closes the explanation again. */
export const WHY = { id: 'fields.why', keys: ['Alt+w'] };
