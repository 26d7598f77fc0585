import { afterAll, beforeAll } from 'vitest';
import { describeBlobStore } from './testing/blob-store-contract.ts';
import { type BreakableS3, startBreakableS3 } from './testing/breakable-s3.ts';

let s3: BreakableS3;
beforeAll(async () => {
  s3 = await startBreakableS3();
});
afterAll(() => s3.close());

describeBlobStore('S3', () => s3);
