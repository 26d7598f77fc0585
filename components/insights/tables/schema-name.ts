/** What a schema is called; one that was removed has no name any more. */
export const schemaNameOf = ({ schema_name }: { schema_name: string }): string => schema_name || 'A removed schema';
