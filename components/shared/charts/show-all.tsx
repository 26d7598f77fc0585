import { Button } from '#components/ui/button.tsx';

type ShowAllProps = { first: number; total: number; what: string; isAll: boolean; onChange: (isAll: boolean) => void };

/** Below the first lines of a table: shows the others, or hides them again. Nothing where there are none. */
export function ShowAll({ first, total, what, isAll, onChange }: ShowAllProps) {
  if (total <= first) return null;
  return (
    <p className="pt-3">
      <Button size="small" onPress={() => onChange(!isAll)}>
        {isAll ? `Only the first ${first}` : `All ${total.toLocaleString('en')} ${what}`}
      </Button>
    </p>
  );
}
