import { parseAnswer } from './parse-answer.ts';

/** The message in an error body of any kind, one line, at most 300 characters; empty when there is none. */
export function readErrorBody(body: string, contentType: string): { code: string | null; message: string } {
  const text = body.trim();
  if (text.startsWith('{') || text.startsWith('[') || text.startsWith('"')) {
    try {
      const json: unknown = parseAnswer(text);
      const code = (json as { code?: unknown } | null)?.code;
      return { code: typeof code === 'string' ? code : null, message: oneLine(findMessage(json, 0) ?? '') };
    } catch {
      // not JSON after all
    }
  }
  if (/html/i.test(contentType) || /^<(!doctype|html|head|body)/i.test(text)) {
    const title = /<title[^>]*>([^<]*)<\/title>|<h1[^>]*>([^<]*)<\/h1>/i.exec(text);
    return { code: null, message: oneLine(title?.[1] ?? title?.[2] ?? '') };
  }
  return { code: null, message: oneLine(text) };
}

function findMessage(json: unknown, depth: number): string | null {
  if (typeof json === 'string') return json;
  if (depth > 4 || typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return findMessage(json[0], depth + 1);
  const object = json as Record<string, unknown>;
  for (const key of ['detail', 'message', 'error_description', 'error', 'errors', 'msg', 'reason', 'title', 'description']) {
    const found = key in object ? findMessage(object[key], depth + 1) : null;
    if (found) return found;
  }
  return null;
}

function oneLine(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
