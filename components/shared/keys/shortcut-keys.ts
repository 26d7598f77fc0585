/** A chord as written in code: `j`, `Enter`, `?`, `Mod+k` (⌘ on a Mac, Ctrl elsewhere), `Shift+Tab`, `Alt+ArrowDown`. */
export type Chord = string;

type Parsed = { key: string; mod: boolean; alt: boolean; shift: boolean };

function parse(chord: Chord): Parsed {
  const parts = chord.split('+');
  // `Mod++` means Mod and the plus key.
  const key = chord.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  return { key, mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift') };
}

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

export type KeyPress = { key: string; code?: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean };

const CODES: Record<string, string> = { Minus: '-', Equal: '=', Slash: '/', Comma: ',', Period: '.' };

/** The character of a key without Alt: on a Mac, Alt and a key type another character. */
function plainKey(press: KeyPress, mac: boolean): string {
  if (!mac || !press.altKey || !press.code) return press.key;
  return CODES[press.code] ?? /^(?:Key|Digit)(.)$/.exec(press.code)?.[1]?.toLowerCase() ?? press.key;
}

/** True when the key press is that chord. Shift is asked for only where it does not already change the character. */
export function isChord(press: KeyPress, chord: Chord, mac = isMac()): boolean {
  const wanted = parse(chord);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== wanted.mod || other || press.altKey !== wanted.alt) return false;
  const isCharacter = wanted.key.length === 1;
  if (isCharacter) {
    const key = plainKey(press, mac);
    const isLetter = wanted.key.toLowerCase() !== wanted.key.toUpperCase();
    if (key.toLowerCase() !== wanted.key.toLowerCase()) return false;
    return isLetter ? press.shiftKey === wanted.shift : true;
  }
  return press.key === wanted.key && press.shiftKey === wanted.shift;
}

const NAMES: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
  Delete: 'Del',
  Backspace: '⌫',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
};

/** The chord's keys as one sees them on the keyboard, one string a key. */
export function chordKeys(chord: Chord, mac = isMac()): string[] {
  const { key, mod, alt, shift } = parse(chord);
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return [mod && (mac ? '⌘' : 'Ctrl'), alt && (mac ? '⌥' : 'Alt'), shift && (mac ? '⇧' : 'Shift'), name].filter(
    (part) => typeof part === 'string',
  );
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']);

/** The chord of a key press, or null while only modifiers are held. */
export function chordOf(press: KeyPress, mac = isMac()): Chord | null {
  if (MODIFIERS.has(press.key)) return null;
  const isCharacter = press.key.length === 1;
  const key = isCharacter ? plainKey(press, mac).toLowerCase() : press.key;
  const isLetter = isCharacter && key !== key.toUpperCase();
  const shift = press.shiftKey && (isLetter || !isCharacter);
  const mod = mac ? press.metaKey : press.ctrlKey;
  return [mod && 'Mod', press.altKey && 'Alt', shift && 'Shift', key].filter((part) => typeof part === 'string').join('+');
}

/**
 * Why a chord cannot be given to a command, as a sentence, or null when it can.
 * @param whileTyping true for commands that also answer while one types
 */
export function whyNotChord(chord: Chord, whileTyping: boolean): string | null {
  const { key, mod, alt } = parse(chord);
  if (key === 'Tab') return 'Tab moves the focus and cannot be reassigned.';
  if (mod && /^[acvxzy]$/.test(key) && whileTyping) return 'Text fields need this key.';
  if (!whileTyping || mod || alt || /^F\d+$/.test(key)) return null;
  return 'This key is needed for typing. Hold Ctrl, ⌘ or Alt with it.';
}
