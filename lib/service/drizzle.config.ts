import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/service/tables.ts',
  out: './lib/service/migrations',
  schemaFilter: ['service'],
});
