/** A tick box for rows of long lists: a plain input, because hundreds of them come and go while scrolling. */
export function RowCheckbox(props: { label: string; isSelected: boolean; onChange: () => void; tabIndex?: number }) {
  return (
    <input
      type="checkbox"
      aria-label={props.label}
      checked={props.isSelected}
      onChange={props.onChange}
      tabIndex={props.tabIndex}
      className="tick-box block size-4 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent-fill checked:bg-accent-fill hover:border-ink-faint"
    />
  );
}
