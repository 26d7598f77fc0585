/** Sets whose names begin alike (up to a hyphen) share documents or issuers and are left out together. */
export function familyOf(set: string): string {
  return set.replace(/-.*/, '');
}

/** The kind of document that is left out as a whole: the family of its set, or one schema of a set that has several. */
export function kindOf(set: string, schema: string, schemas: number): string {
  return schemas > 1 ? `${familyOf(set)}/${schema}` : familyOf(set);
}
