import { ReadError } from './read-error.ts';

export function damaged(cause?: unknown): ReadError {
  return new ReadError('damaged_file', 'This protected Office file is damaged. Ask for a new copy.', { cause });
}

export function wrongPassword(): ReadError {
  return new ReadError('password_wrong', 'The password does not open this Office file. Try again.');
}

export function unsupportedProtection(): ReadError {
  return new ReadError(
    'unsupported_media_type',
    'This Office file is protected in a way that cannot be opened here. Remove the password in the program that made it.',
  );
}

export function passwordRequired(cause?: unknown): ReadError {
  return new ReadError(
    'password_required',
    'This Office file is protected by a password. Give the password, or remove it in the program that made the file and add that.',
    { cause },
  );
}
