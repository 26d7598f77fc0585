import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#lib/contract/desk/account.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';

/** zxcvbn's line to a password that is safe against guessing; the limits of sign-in allow far fewer guesses. */
const LEAST_GUESSES = 100_000_000;

/** How much of a password zxcvbn sees: its time grows much faster than the length, and so much says enough. */
const LOOKED_AT = 40;
/** … and how many words about the person. */
const MOST_WORDS = 12;

type Checker = { check: (password: string, about: string[]) => { guesses: number } };
let checker: Promise<Checker> | undefined;

/**
 * Refuses a new password that is too short, common, a pattern of the keyboard, or made of the person's own name or address.
 * How many guesses it needs is estimated by zxcvbn.
 * @param about the person's name and address
 * @throws ProblemError `invalid_request` at `pointer`
 */
export async function requireGoodPassword(password: string, about: string[], pointer = '/password'): Promise<void> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) throw refused(`Use at least ${MIN_PASSWORD_LENGTH} characters.`, pointer);
  if (length > MAX_PASSWORD_LENGTH) throw refused(`Use at most ${MAX_PASSWORD_LENGTH} characters.`, pointer);
  const words = about
    .flatMap((text) => [text, text.replaceAll(/\s/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LOOKED_AT));
  checker ??= createChecker();
  const { guesses } = (await checker).check([...password].slice(0, LOOKED_AT).join(''), ['countersign', ...words]);
  if (guesses >= LEAST_GUESSES) return;
  throw refused('This password is easy to guess. Use several words that have nothing to do with you, or a password manager.', pointer);
}

function refused(message: string, pointer: string): ProblemError {
  return new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
}

/** The lists of common passwords are large and needed seldom. */
async function createChecker(): Promise<Checker> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}
