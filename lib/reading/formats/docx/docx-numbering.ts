import { formatListNumber } from '../../layout/list-number.ts';
import { attribute, child, elements, type XmlElement } from '../../xml/xml.ts';

type Level = { format: string; text: string; start: number };
type Numbering = { key: string; levels: Map<number, Level>; starts: Map<number, number> };

/** Counts list paragraphs in document order and gives each its number or sign. */
export type ListCounter = { next(numId: string, level: number): string | undefined };

function readLevel(element: XmlElement): [number, Level] {
  const value = (name: string) => attribute(child(element, name), 'val');
  return [
    Number.parseInt(attribute(element, 'ilvl') ?? '0', 10) || 0,
    { format: value('numFmt') ?? 'decimal', text: value('lvlText') ?? '', start: Number.parseInt(value('start') ?? '1', 10) || 0 },
  ];
}

function readNumberings(root: XmlElement | null): Map<string, Numbering> {
  const abstracts = new Map<string, Map<number, Level>>();
  for (const each of elements(root ?? undefined, 'abstractNum')) {
    abstracts.set(attribute(each, 'abstractNumId') ?? '', new Map(elements(each, 'lvl').map(readLevel)));
  }
  const numberings = new Map<string, Numbering>();
  for (const each of elements(root ?? undefined, 'num')) {
    const numId = attribute(each, 'numId') ?? '';
    const abstractId = attribute(child(each, 'abstractNumId'), 'val') ?? '';
    const levels = new Map(abstracts.get(abstractId));
    const starts = new Map<number, number>();
    for (const override of elements(each, 'lvlOverride')) {
      const level = Number.parseInt(attribute(override, 'ilvl') ?? '0', 10) || 0;
      const start = attribute(child(override, 'startOverride'), 'val');
      if (start !== undefined) starts.set(level, Number.parseInt(start, 10) || 0);
      const own = child(override, 'lvl');
      if (own) levels.set(level, readLevel(own)[1]);
    }
    numberings.set(numId, { key: starts.size > 0 ? `num ${numId}` : `abstract ${abstractId}`, levels, starts });
  }
  return numberings;
}

/** Reads `numbering.xml`. Lists of the same definition count on unless a list says where to start. */
export function createListCounter(root: XmlElement | null): ListCounter {
  const numberings = readNumberings(root);
  const counts = new Map<string, Map<number, number>>();
  return {
    next(numId, level) {
      const numbering = numberings.get(numId);
      const own = numbering?.levels.get(level);
      if (!numbering || !own) return numId === '0' ? undefined : '•';
      if (own.format === 'bullet') return /^[\x20-\x7e\u00a0-\u2fff]+$/.test(own.text) ? own.text : '•';
      const count = counts.get(numbering.key) ?? new Map<number, number>();
      counts.set(numbering.key, count);
      const startOf = (at: number) => numbering.starts.get(at) ?? numbering.levels.get(at)?.start ?? 1;
      count.set(level, (count.get(level) ?? startOf(level) - 1) + 1);
      for (const deeper of [...count.keys()]) if (deeper > level) count.delete(deeper);
      const text = own.text.replace(/%(\d)/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return formatListNumber(count.get(at) ?? startOf(at), numbering.levels.get(at)?.format ?? 'decimal');
      });
      return text.trim() || undefined;
    },
  };
}
