// node scripts/pack-models.mjs TARGET SOURCE: packs a folder of other recognition models for COUNTERSIGN_OCR_MODEL_DIR.
import { buildPrograms, packModels } from './build-programs.mjs';

const [target, source] = process.argv.slice(2);
if (!target || !source) {
  console.error('Which folders? node scripts/pack-models.mjs TARGET SOURCE');
  process.exit(1);
}
await buildPrograms({ tolerant: true });
console.log((await packModels(target, source)) ? `packed into ${target}` : `${target} is packed already`);
