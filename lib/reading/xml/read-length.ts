const UNITS: Record<string, number> = { cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pt: 1, pc: 12, px: 0.75 };

/** A length such as `2.54cm` in points; null when it is none. */
export function readLength(text: string | undefined): number | null {
  const match = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(text ?? '');
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) : null;
}
