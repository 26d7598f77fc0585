/** After the name of a field: it must have a value. */
export function RequiredMark() {
  return (
    <>
      <span aria-hidden className="text-ink-faint">
        {' *'}
      </span>
      <span className="sr-only"> · required</span>
    </>
  );
}
