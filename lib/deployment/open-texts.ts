import { isUsualPlace } from './find-fields.ts';
import { openText } from './parse-answer.ts';
import { isRecord } from './read-status.ts';

const DEEPEST = 3;

/** An answer in which JSON that stands as a text where fields usually stand (`{"result": "{\"total\": 5}"}`) is read. The given one is not changed. */
export function openTexts(answer: unknown, depth = 0): unknown {
  if (!isRecord(answer) || depth > DEEPEST) return answer;
  let opened = answer;
  for (const [name, given] of Object.entries(answer)) {
    const inner = openTexts(isUsualPlace(name) ? openText(given) : given, depth + 1);
    if (inner !== given) opened = { ...opened, [name]: inner };
  }
  return opened;
}
