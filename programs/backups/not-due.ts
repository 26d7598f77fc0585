/** What `backup --every` says when it does nothing. */
export const NOT_DUE = 'No backup is due.';
