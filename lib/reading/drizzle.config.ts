import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/reading/parent/tables.ts',
  out: './lib/reading/migrations',
  schemaFilter: ['reading'],
});
