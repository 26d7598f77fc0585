/** The FNV-1a hash of a text's code units, 32 bits. The lowest bits differ too little between short texts to be taken alone. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
