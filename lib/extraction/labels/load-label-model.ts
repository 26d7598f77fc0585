import shipped from '../weights/labels.weights.json' with { type: 'json' };
import { LabelEmbedder } from './embed-label.ts';
import { decodeLabelModel, type LabelModelFile } from './label-model.ts';

let embedder: LabelEmbedder | null = null;

/** The shipped label model, made ready when first asked for. */
export function loadLabelModel(): LabelEmbedder {
  embedder ??= new LabelEmbedder(decodeLabelModel(shipped as LabelModelFile));
  return embedder;
}
