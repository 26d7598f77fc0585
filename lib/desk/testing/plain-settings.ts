/** The settings of a schema that asks for nothing beyond one approval. */
export const PLAIN_SETTINGS = { second_approval: { when: 'never' }, priority: null, due_after_hours: null, sample_percent: 0 } as const;
