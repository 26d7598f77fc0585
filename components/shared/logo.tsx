/** The mark: a tick, and the second one that counts. */
export function LogoMark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={2.2}
    >
      <path d="M2.5 10.5 5.5 13.5 12 5.5" stroke="currentColor" opacity={0.38} />
      <path d="M7.5 11.5 10.5 14.5 17.5 5.5" className="stroke-accent" />
    </svg>
  );
}

/** Mark and name. */
export function Logo() {
  return (
    <span className="flex items-center gap-2 font-semibold text-base tracking-tight">
      <LogoMark />
      Countersign
    </span>
  );
}
