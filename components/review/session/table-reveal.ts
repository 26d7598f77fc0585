/** Brings the cell at a pointer into view and focuses it, or its neighbour when its row is gone; false when it is of another table, or the table is empty. */
type Reveal = (pointer: string) => boolean;

const tables = new Set<Reveal>();

/** Registers a table that draws only the rows in view. Gives the function that takes it off again. */
export function registerTable(reveal: Reveal): () => void {
  tables.add(reveal);
  return () => tables.delete(reveal);
}

/** Focuses a cell that is not drawn because its row is out of view; false when no table has it. */
export function revealCell(pointer: string): boolean {
  return [...tables].some((reveal) => reveal(pointer));
}
