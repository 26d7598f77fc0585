import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';

/** The part of the insights that holds thresholds and automatic approval. */
export const THRESHOLDS_ANCHOR = 'thresholds';
const KEY = 'countersign.insights-address';

/** The insights as they were left: their filter, the order of the fields, and the field that is open. */
export function insightsAddress(): string {
  return `/insights${sessionStorage.getItem(KEY) ?? ''}`;
}

/** Remembers for this tab what the insights show. */
export function useKeepInsightsAddress(): void {
  const search = useSearchParams()?.toString() ?? '';
  // the address changes a moment before the screen does
  const isHere = usePathname() === '/insights';
  useEffect(() => {
    if (isHere) sessionStorage.setItem(KEY, search === '' ? '' : `?${search}`);
  }, [search, isHere]);
}

/**
 * The address of a document that leads back to the insights.
 * @param pointer of the value to open it at
 */
export function fromInsights(id: string, pointer: string | undefined): string {
  const at = pointer === undefined ? '' : `&field=${encodeURIComponent(pointer)}`;
  return `/documents/${id}?from=insights${at}`;
}

/** Where the thresholds of a schema and its automatic approval are set. */
export function thresholdsAddress(schemaId: string): string {
  return `/insights?schema=${encodeURIComponent(schemaId)}#${THRESHOLDS_ANCHOR}`;
}
