import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Chord, isChord } from './shortcut-keys.ts';

export type Shortcut = {
  /** Stable name, e.g. `documents.next`; a person's own keys are stored under it. */
  id: string;
  /** Chords that do it, the first is shown in tooltips. */
  keys: readonly Chord[];
  /** What it does, as the `?` sheet says it. */
  label: string;
  /** Return false to let the key do what it does by itself. */
  run: (event: KeyboardEvent) => unknown;
  /** True for chords that must work while the person types in a field. */
  whileTyping?: boolean;
  isDisabled?: boolean;
  /** A key that a part of the screen answers itself: told in the sheet, not changed there. */
  isFixed?: boolean;
  /** It only gives another shortcut a second key: told in the sheet, no command of its own. */
  isSecondKey?: boolean;
  /** It is of use as a key only: no command of the palette. */
  isKeyOnly?: boolean;
};

/** The group of what can be done with the documents that are selected. */
export const SELECTED_GROUP = 'Selected documents';

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

const OVERRIDES = 'countersign.shortcuts';
let person = '';
let groups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

let read: { text: string | null; value: Record<string, Chord[]> } = { text: null, value: {} };

const storageKey = () => (person ? `${OVERRIDES}.${person}` : OVERRIDES);

/** Whose keys are in force: each person has their own in this browser. */
export function useShortcutsOf(personId: string): void {
  useEffect(() => {
    person = personId;
    groups = [...groups];
    tell();
  }, [personId]);
}

/** The person's own chords by shortcut; parsed again only when they changed. */
function overrides(): Record<string, Chord[]> {
  const text = localStorage.getItem(storageKey());
  if (text === read.text) return read.value;
  try {
    read = { text, value: JSON.parse(text ?? '{}') as Record<string, Chord[]> };
  } catch {
    read = { text, value: {} };
  }
  return read.value;
}

/** The chords in force for a shortcut: the person's own, else the given. */
export function keysOf(shortcut: Pick<Shortcut, 'id' | 'keys'>): readonly Chord[] {
  return typeof localStorage === 'undefined' ? shortcut.keys : (overrides()[shortcut.id] ?? shortcut.keys);
}

/** True when the person has chords of their own for a shortcut. */
export function hasOwnKeys(id: string): boolean {
  return id in overrides();
}

/** Gives a shortcut the person's own chords in this browser; null takes the given ones back. */
export function setKeys(id: string, keys: Chord[] | null): void {
  const all = { ...overrides() };
  if (keys) all[id] = keys;
  else delete all[id];
  localStorage.setItem(storageKey(), JSON.stringify(all));
  groups = [...groups];
  tell();
}

/** Gives all shortcuts their usual chords back. */
export function resetKeys(): void {
  localStorage.removeItem(storageKey());
  groups = [...groups];
  tell();
}

/** True when the person has changed any key. */
export function hasAnyOwnKeys(): boolean {
  return Object.keys(overrides()).length > 0;
}

const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true], [role=spinbutton]';
const PRESSABLE = 'button, a[href], [role=button], [role=tab], [role=switch], [role=checkbox], input[type=checkbox], summary';
const FLOATING = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return;
  const target = event.target;
  if (target.closest(FLOATING)) return;
  const typing = target.matches(TYPING);
  const pressing = (event.key === 'Enter' || event.key === ' ') && target.matches(PRESSABLE);
  for (const group of groups.toReversed()) {
    for (const shortcut of group.shortcuts) {
      if (shortcut.isDisabled || shortcut.isFixed || ((typing || pressing) && !shortcut.whileTyping)) continue;
      if (!keysOf(shortcut).some((chord) => isChord(event, chord))) continue;
      if (shortcut.run(event) === false) continue;
      event.preventDefault();
      return;
    }
  }
}

/** `Mod+Enter` is never a press: it is answered before the button that has the focus takes it for one. */
function onModEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (!(event.target instanceof Element) || !event.target.matches(PRESSABLE)) return;
  onKeyDown(event);
  if (event.defaultPrevented) event.stopPropagation();
}

/** At the document, so that a part of the screen with a main button of its own (`useSubmitKey`, at the window) comes first. */
function listen(): void {
  window.addEventListener('keydown', onKeyDown);
  document.addEventListener('keydown', onModEnter, true);
}

function unlisten(): void {
  window.removeEventListener('keydown', onKeyDown);
  document.removeEventListener('keydown', onModEnter, true);
}

/**
 * Keys of a screen, while it is mounted. What was mounted last is asked first. Keys in text fields, on pressed buttons
 * and in open dialogs, menus and lists keep their own meaning.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts.map(({ id, keys, label, isDisabled }) => `${id}:${keys.join()}:${label}:${isDisabled}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew only when what the sheet shows changes; `run` is read when pressed
  useEffect(() => {
    const group: ShortcutGroup = {
      title,
      shortcuts: latest.current.map((shortcut) => ({
        ...shortcut,
        run: (event) => latest.current.find(({ id }) => id === shortcut.id)?.run(event),
      })),
    };
    if (groups.length === 0) listen();
    groups = [...groups, group];
    tell();
    return () => {
      groups = groups.filter((one) => one !== group);
      if (groups.length === 0) unlisten();
      tell();
    };
  }, [title, signature]);
}

const NONE: readonly ShortcutGroup[] = [];

/** Groups of one title as one. */
export function mergeGroups(given: readonly ShortcutGroup[]): ShortcutGroup[] {
  const byTitle = new Map<string, Shortcut[]>();
  for (const { title, shortcuts } of given) byTitle.set(title, [...(byTitle.get(title) ?? []), ...shortcuts]);
  return [...byTitle].map(([title, shortcuts]) => ({ title, shortcuts }));
}

/** The groups of shortcuts in force now, for the `?` sheet. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => groups,
    () => NONE,
  );
}
