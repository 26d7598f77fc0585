import type { Value } from '#lib/contract/service/extraction.ts';
import type { FieldKind } from '../terms/field-kind.ts';

/** Takes away what stands around a text without belonging to it (labels' signs, trailing marks). Other values stay. */
export function tidyValue(value: Value, kind: FieldKind): Value {
  if (typeof value !== 'string') return value;
  let text = value.replace(/\s+/g, ' ').trim();
  text = text.replace(/^[\s:;,.\-–—=*|•·]+(?=[\p{L}\p{N}("“'#+])/u, '').replace(/[\s:;,|•·=]+$/u, '');
  if (kind === 'identifier') text = text.replace(/^#\s*(?=\w)/, '').replace(/^\((.*)\)$/, '$1');
  if (kind === 'name') text = text.replace(/^["“”'‘]+|["“”'’]+$/gu, '');
  return text || value.trim();
}
