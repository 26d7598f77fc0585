'use client';

import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet modules around the code (ISO/IEC 18004 asks for 4). */
const BORDER = 4;

/** A text as a QR code, drawn here; nothing leaves the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: BORDER });
    const squares = code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md border bg-paper text-paper-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
