import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DOCUMENTS = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'documents', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };
const OWN = {
  COUNTERSIGN_BACKUP_S3_ENDPOINT: 'https://elsewhere.example',
  COUNTERSIGN_BACKUP_S3_ACCESS_KEY: 'other-key',
  COUNTERSIGN_BACKUP_S3_SECRET_KEY: 'other-secret',
};

test('backups go to a folder of the project or elsewhere, or to an address of S3, which stays as it is', () => {
  const place = (folder: string) =>
    readConfig({ COUNTERSIGN_ROOT: '/srv/desk', COUNTERSIGN_BACKUP_FOLDER: folder, ...OWN }).backups.schedule?.place;
  expect(place('backups')).toBe('/srv/desk/backups');
  expect(place('/mnt/backups')).toBe('/mnt/backups');
  expect(place('s3://backups/desk')).toBe('s3://backups/desk');
  expect(() => place('s3://backups/../x')).toThrow('COUNTERSIGN_BACKUP_FOLDER: must be a folder, s3://BUCKET');
  expect(readConfig({}).backups).toEqual({ schedule: null, passphrase: null, newPassphrase: null, account: null });
});

test('backups have an account of their own, or that of the documents', () => {
  expect(readConfig(DOCUMENTS).backups.account).toMatchObject({ endpoint: 'https://s3.example', accessKey: 'key' });
  expect(readConfig({ ...DOCUMENTS, ...OWN }).backups.account).toEqual({
    endpoint: 'https://elsewhere.example',
    region: 'us-east-1',
    accessKey: 'other-key',
    secretKey: 'other-secret',
  });
});

test('a part of an account is refused, and so are backups to S3 without any', () => {
  expect(() => readConfig({ ...DOCUMENTS, COUNTERSIGN_BACKUP_S3_ENDPOINT: OWN.COUNTERSIGN_BACKUP_S3_ENDPOINT })).toThrow(
    'COUNTERSIGN_BACKUP_S3_SECRET_KEY: is needed too',
  );
  expect(() => readConfig({ COUNTERSIGN_BACKUP_FOLDER: 's3://backups' })).toThrow('COUNTERSIGN_BACKUP_S3_ENDPOINT: is needed too');
  expect(readConfig({ ...DOCUMENTS, COUNTERSIGN_BACKUP_FOLDER: 's3://backups' }).backups.schedule?.place).toBe('s3://backups');
});
