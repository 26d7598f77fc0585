import { BODY_LIMITS, findJsonFault, type JsonLimits } from './find-json-fault.ts';
import { findLostNumber } from './find-lost-number.ts';

/** JSON that is not taken in. `isJson` is false for text that is no JSON at all; the message is for whoever sent it. */
export class JsonError extends Error {
  override name = 'JsonError';
  readonly isJson: boolean;

  constructor(message: string, isJson: boolean, cause?: unknown) {
    super(message, { cause });
    this.isJson = isJson;
  }
}

/**
 * Reads JSON from outside: as deep and as large as allowed, only with text that can be kept, and only with numbers that
 * come back as they were sent.
 * @throws JsonError
 */
export function readJson(text: string, limits: JsonLimits = BODY_LIMITS): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new JsonError('It is not JSON.', false, cause);
  }
  const lost = findLostNumber(text);
  if (lost !== null)
    throw new JsonError(`The number ${lost.slice(0, 40)} cannot be kept exactly. Send it as text, in quotation marks.`, true);
  const fault = findJsonFault(value, limits);
  if (fault !== null) throw new JsonError(fault, true);
  return value;
}
