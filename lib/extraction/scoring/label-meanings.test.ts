import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading } from '../testing/build-reading.ts';
import { type Scene, setScene } from './scene.ts';

/** The scene of lines with fields of these names. */
function sceneOf(lines: readonly string[], names: readonly string[]): Scene {
  const prints = lines.map((text, at) => ({ text, x: 40, y: 40 + at * 16 }));
  return setScene(
    buildReading([prints]),
    names.map((name) => fieldSchema.parse({ name, type: 'string' })),
  );
}

/** How near in meaning what stands around a value is to each field. */
function meaningsOf(scene: Scene, value: string): Float32Array {
  const at = scene.pool.candidates.findIndex(({ text }) => text === value);
  return scene.meaningsOf(at).best;
}

it('counts a label that a language lists for a field as one of its meaning, whatever was learned of its words', () => {
  const scene = sceneOf(['Rossi S.r.l.', 'C.F. RSSMRA85T10A562S', 'P.IVA 01234567897'], ['codice_fiscale', 'phone']);
  const [code = 0, phone = 0] = meaningsOf(scene, 'RSSMRA85T10A562S');
  expect(code).toBeGreaterThan(0.9);
  expect(phone).toBeLessThan(0.3);
});

it('does not count a label that says only a part of a name, or more than it', () => {
  const scene = sceneOf(['Zonk grade of last year: A17-4'], ['zonk_grade']);
  expect(meaningsOf(scene, 'A17-4')[0]).toBeLessThan(0.9);
});
