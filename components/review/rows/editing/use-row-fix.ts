'use client';

import { useEffect, useRef, useState } from 'react';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { TableContext } from '#lib/document/rows/cell-sources.ts';
import { propagateRowFix, type RowFix, repairedColumns } from '#lib/document/rows/propagate-row-fix.ts';

const DELAY_MS = 150;

/** What a person did to a row, as long as it is the same. */
function signatureOf(columns: readonly RowField[], row: MergedRow | undefined): string | null {
  const repaired = row ? repairedColumns(columns, row) : [];
  return row && repaired.length > 0 ? JSON.stringify([row.key, repaired.map(({ name }) => [name, row.cells[name]?.value])]) : null;
}

/**
 * Watches the row that is worked on: once a person has repaired it, works out what the same repair would do to the other
 * rows. Null while nothing follows, or after the person declined.
 */
export function useRowFix(
  columns: readonly RowField[],
  rows: readonly MergedRow[],
  row: number,
  makeTableContext: () => TableContext,
  isReady: boolean,
) {
  const signature = signatureOf(columns, rows[row]);
  /** What was there when the document opened is no repair of now. */
  const seen = useRef<Set<string | null> | null>(null);
  seen.current ??= new Set(rows.map((one) => signatureOf(columns, one)));
  const [offer, setOffer] = useState<(RowFix & { row: number; signature: string }) | null>(null);
  const makeContext = useRef(makeTableContext);
  makeContext.current = makeTableContext;
  useEffect(() => {
    setOffer((now) => (now?.signature === signature ? now : null));
    if (signature === null || !isReady || seen.current?.has(signature)) return;
    const timer = setTimeout(() => {
      const following = propagateRowFix(makeContext.current(), row);
      if (following) setOffer({ ...following, row, signature });
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [signature, row, isReady]);
  const settle = () => {
    if (offer) seen.current?.add(offer.signature);
    setOffer(null);
  };
  return { offer, settle };
}
