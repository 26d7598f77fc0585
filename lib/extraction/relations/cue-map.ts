import type { FieldProfile } from '../terms/field-profile.ts';
import { splitWords } from '../terms/vocabulary.ts';
import type { DocumentView } from '../view/document-view.ts';

/** How far behind a cue its value may stand, in tokens. */
const REACH = 9;

/** Words that lead up to a value in running text ("governed by the laws of the State of"), found once for all fields. */
export class CueMap {
  /** Per field: token behind the cue → strength. */
  private readonly ends: Map<number, number>[];

  constructor(view: DocumentView, profiles: readonly FieldProfile[]) {
    this.ends = profiles.map(() => new Map());
    const byWord = new Map<string, { field: number; words: readonly string[]; weight: number }[]>();
    profiles.forEach((profile, field) => {
      for (const cue of profile.cues) {
        const last = cue.words.at(-1) ?? '';
        byWord.set(last, [...(byWord.get(last) ?? []), { field, words: cue.words, weight: cue.weight }]);
      }
    });
    if (!byWord.size) return;
    const words = view.tokens.map((token) => splitWords(token.text).join(''));
    words.forEach((word, index) => {
      for (const cue of byWord.get(word) ?? []) {
        let at = index;
        let matched = 0;
        for (let part = cue.words.length - 1; part >= 0 && at >= 0; part--, at--) {
          while (at >= 0 && !words[at]) at--;
          if (words[at] !== cue.words[part]) break;
          matched++;
        }
        if (matched < cue.words.length) continue;
        const strength = cue.weight * Math.min(1, 0.25 + 0.15 * cue.words.length);
        const ends = this.ends[cue.field];
        if (ends && (ends.get(index + 1) ?? 0) < strength) ends.set(index + 1, strength);
      }
    });
  }

  /** Best cue that ends at most nine tokens before `token`: its strength (0 to 1) and distance in tokens. */
  before(field: number, token: number): { strength: number; distance: number } {
    const ends = this.ends[field];
    let best = { strength: 0, distance: REACH + 1 };
    if (!ends?.size) return best;
    for (let distance = 0; distance <= REACH; distance++) {
      const strength = ends.get(token - distance) ?? 0;
      if (strength * (1 - distance / 14) > best.strength * (1 - best.distance / 14)) best = { strength, distance };
    }
    return best;
  }
}
