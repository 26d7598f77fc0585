/** What a thing is or does, and the key that does the same; shown on hover and on keyboard focus by the layer of tips. */
export function tipOf(text: string, shortcut?: string | undefined) {
  return { 'data-tip': text, 'data-tip-key': shortcut };
}
