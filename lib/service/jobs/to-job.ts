import type { ClassificationJob } from '#lib/contract/service/classification-job.ts';
import type { ExtractionJob } from '#lib/contract/service/job.ts';
import type { SplittingJob } from '#lib/contract/service/splitting-job.ts';
import type { Summary, SummaryJob } from '#lib/contract/service/summary-job.ts';
import type { JobRow } from '../context/tables.ts';

export type Job = ExtractionJob | SummaryJob | ClassificationJob | SplittingJob;

/** The job as the interface gives it; the fields depend on its kind. */
export function toJob(row: JobRow): Job {
  const { options, result } = row;
  const base = {
    id: row.id,
    status: row.status,
    document_id: row.documentId,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    error: row.error,
  };
  switch (row.kind) {
    case 'extraction':
      return {
        type: 'extraction_job',
        ...base,
        schema_id: row.schemaId ?? '',
        schema_version: row.schemaVersion ?? 1,
        ...(options.draft ? { preview: true } : {}),
        result: result as ExtractionJob['result'],
      };
    case 'summary':
      return {
        type: 'summary_job',
        ...base,
        max_sentences: (options.max_sentences as number | null | undefined) ?? null,
        result: result as SummaryJob['result'],
      };
    case 'classification':
      return {
        type: 'classification_job',
        ...base,
        classes: options.classes as ClassificationJob['classes'],
        result: result as ClassificationJob['result'],
      };
    case 'splitting':
      return { type: 'splitting_job', ...base, result: result as SplittingJob['result'] };
  }
}

/** A summary job as the deprecated endpoint gives it. */
export function toSummary(row: JobRow): Summary {
  const result = row.result as SummaryJob['result'];
  return {
    type: 'summary',
    id: row.id,
    document_id: row.documentId,
    status: row.status,
    summary: result?.text ?? null,
    sentences: result?.sentences ?? [],
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    error: row.error,
  };
}
