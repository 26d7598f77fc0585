import { expect, test } from 'vitest';
import { chordKeys, chordOf, isChord, type KeyPress, whyNotChord } from './shortcut-keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('Mod is Ctrl, and ⌘ on a Mac', () => {
  expect(isChord(press('k', { ctrlKey: true }), 'Mod+k', false)).toBe(true);
  expect(isChord(press('k', { metaKey: true }), 'Mod+k', true)).toBe(true);
  expect(isChord(press('k', { ctrlKey: true }), 'Mod+k', true)).toBe(false);
  expect(isChord(press('k'), 'Mod+k', false)).toBe(false);
});

test('a letter with Ctrl is not the letter', () => {
  expect(isChord(press('j', { ctrlKey: true }), 'j', false)).toBe(false);
});

test('a character that needs Shift on some keyboards is taken as it comes', () => {
  expect(isChord(press('?', { shiftKey: true }), '?', false)).toBe(true);
  expect(isChord(press('?'), '?', false)).toBe(true);
});

test('Shift counts for letters and named keys', () => {
  expect(isChord(press('J', { shiftKey: true }), 'j', false)).toBe(false);
  expect(isChord(press('J', { shiftKey: true }), 'Shift+j', false)).toBe(true);
  expect(isChord(press('Tab', { shiftKey: true }), 'Tab', false)).toBe(false);
  expect(isChord(press('Tab', { shiftKey: true }), 'Shift+Tab', false)).toBe(true);
});

test('the plus key can be part of a chord', () => {
  expect(isChord(press('+', { ctrlKey: true }), 'Mod++', false)).toBe(true);
});

test('chords are shown as the keys of the keyboard', () => {
  expect(chordKeys('Mod+Shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(chordKeys('Mod+k', true)).toEqual(['⌘', 'K']);
  expect(chordKeys('ArrowDown', false)).toEqual(['↓']);
});

test('a pressed chord is read back as the chord it fits', () => {
  for (const held of [
    press('j'),
    press('J', { shiftKey: true }),
    press('k', { ctrlKey: true }),
    press('?', { shiftKey: true }),
    press('+'),
    press('Tab', { shiftKey: true }),
  ]) {
    const chord = chordOf(held, false);
    expect(chord && isChord(held, chord, false)).toBe(true);
  }
  expect(chordOf(press('Shift', { shiftKey: true }), false)).toBe(null);
});

test('on a Mac, Alt with a letter or digit is known by its key, whatever it types', () => {
  const typed = press('®', { altKey: true, code: 'KeyR' });
  expect(isChord(typed, 'Alt+r', true)).toBe(true);
  expect(isChord(press('–', { altKey: true, code: 'Minus' }), 'Alt+-', true)).toBe(true);
  expect(chordOf(typed, true)).toBe('Alt+r');
  expect(isChord(press('r', { altKey: true }), 'Alt+r', false)).toBe(true);
});

test('a key that typing needs is not given to a command that answers while one types', () => {
  for (const chord of ['x', 'Enter', 'ArrowDown', 'Shift+x', 'Mod+c', 'Mod+z']) expect(whyNotChord(chord, true), chord).not.toBe(null);
  for (const chord of ['Alt+x', 'Mod+Enter', 'F2', 'Mod+Shift+k']) expect(whyNotChord(chord, true), chord).toBe(null);
  expect(whyNotChord('x', false)).toBe(null);
  expect(whyNotChord('Shift+Tab', false)).not.toBe(null);
});
