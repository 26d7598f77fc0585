import type { Page, Reading } from '#lib/contract/service/reading.ts';

/** A reading of these pages, as of a PDF file without a hash of its own that says nothing besides; `given` says the rest. */
export function readingOfPages(pages: Page[], given: Partial<Omit<Reading, 'pages' | 'page_count'>> = {}): Reading {
  return {
    sha256: '0'.repeat(64),
    version: 1,
    media_type: 'application/pdf',
    page_count: pages.length,
    stated_values: [],
    attachments: [],
    outline: [],
    warnings: [],
    pages,
    ...given,
  };
}
