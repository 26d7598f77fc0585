/** A copy of JSON data whose strings the database can keep: without zero characters and halves of surrogate pairs. */
export function cleanJson<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value) => (typeof value === 'string' ? cleanText(value) : value)) as T;
}

function cleanText(text: string): string {
  return text.replace(/\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');
}
