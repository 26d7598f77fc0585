import { expect, test } from 'vitest';
import { parseS3Address } from './s3-address.ts';

test.each([
  ['s3://team-backups', { bucket: 'team-backups', prefix: '' }],
  ['s3://team.backups/', { bucket: 'team.backups', prefix: '' }],
  ['s3://backups/desk/one_2/', { bucket: 'backups', prefix: 'desk/one_2' }],
  ['/mnt/backups', null],
  ['backups/s3', null],
])('%s is understood', (text, address) => {
  expect(parseS3Address(text)).toEqual(address);
});

test.each([
  's3://',
  's3:///prefix',
  's3://B',
  's3://backups/../other',
  's3://backups/.hidden',
  's3://backups//x',
  's3://backups/a b',
  's3://b_c/x',
  'S3://backups',
  's3:/backups/x',
  'gs://backups',
])('%s is refused', (text) => {
  expect(() => parseS3Address(text)).toThrow('must be a folder, s3://BUCKET');
});

test('a prefix of more than five parts is refused', () => {
  expect(parseS3Address('s3://backups/a/b/c/d/e')?.prefix).toBe('a/b/c/d/e');
  expect(() => parseS3Address('s3://backups/a/b/c/d/e/f')).toThrow('up to five parts');
});
