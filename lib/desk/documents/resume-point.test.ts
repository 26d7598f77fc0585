import { expect, test } from 'vitest';
import { findResumePoint } from './resume-point.ts';

const SENT = { remoteDocumentId: 'theirs-1', indexedAt: null, jobId: null };
const READ = { ...SENT, indexedAt: new Date() };
const ASKED = { ...READ, jobId: 'job-1' };
const after = (code: string, known: Parameters<typeof findResumePoint>[1]) => findResumePoint({ code, message: '' }, known);

test.each(['deployment_refused', 'deployment_unreachable', 'rate_limited', 'document_not_processed', 'unavailable'])(
  'after %s it goes on where it was',
  (code) => {
    expect([SENT, READ, ASKED].map((known) => after(code, known))).toEqual(['index', 'new_job', 'same_job']);
  },
);

test('a job that is unknown or failed is asked for anew, and the file is not sent', () => {
  expect(after('job_unknown', ASKED)).toBe('new_job');
  expect(after('extraction_failed', ASKED)).toBe('new_job');
  expect(after('sending_unsure', READ)).toBe('new_job');
});

test('the file is sent where the deployment has none of it or could not read it', () => {
  expect(after('sending_unsure', { ...SENT, remoteDocumentId: null })).toBe('send');
  expect(after('document_unknown', ASKED)).toBe('send');
  expect(after('damaged_file', SENT)).toBe('send');
  expect(after('password_wrong', SENT)).toBe('send');
});

test('without a failure it is looked how far it is', () => {
  expect(findResumePoint(null, SENT)).toBe('index');
  expect(findResumePoint(null, ASKED)).toBe('new_job');
});
