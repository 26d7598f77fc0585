import { ExampleDrawer } from '../labels/draw-pairs.ts';
import { isKeptApart } from '../labels/is-kept-apart.ts';
import { isPrintable } from '../labels/kind-of-example.ts';
import { loadLabelExamples } from '../labels/load-label-examples.ts';
import { createRandom } from '../learning/random.ts';
import { DocumentWriter } from '../synthetic/document-writer.ts';
import type { SyntheticDocument } from '../synthetic/make-business-document.ts';
import { writeMinedRecord } from './write-mined-record.ts';

/** Languages that documents speak; English as often as all others. */
const OTHERS = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'cs', 'sv', 'da'];

/**
 * Makes documents of mined labels that the label model was not learned from, so that it is no surer of them than of a stranger's.
 * @param folder of mined labels, see `loadLabelExamples`
 * @returns the document of a seed, the same for the same seed
 */
export function minedDocuments(folder: string): (seed: number) => SyntheticDocument {
  const [concepts, fields, forms] = loadLabelExamples(folder).map((examples) => {
    const kept = examples.filter((example) => isKeptApart(example.source) && isPrintable(example));
    return new ExampleDrawer(kept);
  });
  if (!concepts || !fields || !forms) throw new RangeError('There are no mined labels.');
  return (seed) => {
    const random = createRandom(seed * 7919 + 101);
    const isCard = random() < 0.12;
    const shape = isCard ? { width: 360, height: 230 } : { width: 595, height: 842 };
    const writer = new DocumentWriter(random, { ...shape, recognised: random() < (isCard ? 0.8 : 0.25) });
    const language = writer.chance(0.5) ? 'en' : writer.pick(OTHERS);
    // Concepts have translations, fields of models and forms have English names beside their labels.
    const drawer = language === 'en' ? writer.pick([fields, fields, forms]) : writer.pick([concepts, concepts, concepts, fields]);
    writeMinedRecord(writer, drawer, language);
    return { file: `mined-${seed}`, reading: writer.reading(), fields: writer.fields, truth: writer.truth };
  };
}
