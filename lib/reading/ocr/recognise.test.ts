import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import type { Raster } from '../model/adapter.ts';
import { packModels } from './networks/pack-models.ts';
import { createRecogniser, type Recognition, recognise } from './recognise.ts';
import { drawSample, turnSample, wearSample } from './testing/draw-sample.ts';

const signal = new AbortController().signal;
const english = { languages: ['en'], signal };

const POINTS = { width: 595.28, height: 841.89 };

function drawLetter(page: PDFKit.PDFDocument): void {
  page.font('Helvetica-Bold').fontSize(18).text('Harbour Lane Supplies Ltd', 60, 60);
  page.font('Helvetica').fontSize(11);
  page.text('Delivery note number HL-20417 of 12 March 2031', 60, 110);
  page.text('The goods remain our property until they are paid for in full.', 60, 130);
  page.text('Packing and transport', 60, 200).text('1,284.50', 480, 200);
  page.text('Insurance for the sea crossing', 60, 220).text('97.25', 480, 220);
  page.text('Total amount due', 60, 260).text('1,381.75', 480, 260);
  page.text('Please return the signed copy of this note to the driver.', 60, 320);
}

const textOf = ({ words, lines }: Recognition) =>
  lines.map((line) =>
    words
      .slice(...line.words)
      .map((word) => word.text)
      .join(' '),
  );

function boxOf({ words }: Recognition, text: string): Box {
  const word = words.find((candidate) => candidate.text === text);
  if (word === undefined) throw new Error(`${text} is missing in: ${words.map((candidate) => candidate.text).join(' ')}`);
  return word.box;
}

describe('recognise', () => {
  let letter: Raster;
  beforeAll(async () => {
    letter = await drawSample(drawLetter);
  });

  it('gives the words of a page line by line from the top, and rows from left to right', async () => {
    const result = await recognise(letter, english);
    expect(textOf(result)).toEqual([
      'Harbour Lane Supplies Ltd',
      'Delivery note number HL-20417 of 12 March 2031',
      'The goods remain our property until they are paid for in full.',
      'Packing and transport',
      '1,284.50',
      'Insurance for the sea crossing',
      '97.25',
      'Total amount due',
      '1,381.75',
      'Please return the signed copy of this note to the driver.',
    ]);
    expect(result.rotation).toBe(0);
    expect(Math.min(...result.words.map((word) => word.confidence!))).toBeGreaterThan(0.8);
  });

  it('puts the box of a word around its ink', async () => {
    const [left, top, right, bottom] = boxOf(await recognise(letter, english), '1,381.75');
    // Helvetica's digits are .556 of the size wide and .7 high; the text begins at x = 480, its ascender at y = 260.
    expect(Math.abs(left * POINTS.width - 480)).toBeLessThan(2);
    expect(Math.abs(right * POINTS.width - (480 + 11 * (6 * 0.556 + 2 * 0.278)))).toBeLessThan(2);
    expect(top * POINTS.height).toBeGreaterThan(256);
    expect(bottom * POINTS.height).toBeLessThan(274);
  });

  it.each([
    [90, 270],
    [180, 180],
    [270, 90],
  ] as const)('reads a page that was turned clockwise by %i degrees and says to turn it by %i', async (degrees, rotation) => {
    const result = await recognise(await turnSample(letter, degrees), english);
    expect(result.rotation).toBe(rotation);
    expect(textOf(result)).toContain('Insurance for the sea crossing');
    expect(textOf(result)[0]).toBe('Harbour Lane Supplies Ltd');
    const [left, top, right, bottom] = boxOf(await recognise(letter, english), '97.25');
    const expected = {
      90: [1 - bottom, left, 1 - top, right],
      180: [1 - right, 1 - bottom, 1 - left, 1 - top],
      270: [top, 1 - right, bottom, 1 - left],
    }[degrees];
    for (const [index, edge] of boxOf(result, '97.25').entries()) expect(Math.abs(edge - expected[index]!)).toBeLessThan(0.006);
  });

  it('reads a worn page that lies askew, and keeps its rows together', async () => {
    const result = await recognise(await wearSample(await turnSample(letter, 2)), english);
    const lines = textOf(result);
    expect(lines).toContain('Total amount due');
    expect(lines.indexOf('1,381.75')).toBe(lines.indexOf('Total amount due') + 1);
    expect(lines.indexOf('97.25')).toBe(lines.indexOf('Insurance for the sea crossing') + 1);
  });

  it('restores accents, ligatures and the euro sign of a German page, whatever language was expected', async () => {
    const page = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(12);
      pdf.text('Rechnung für die Lieferung vom 3. März', 60, 80);
      pdf.text('Größe und Menge wurden geprüft, Straße und Ort sind richtig', 60, 110);
      pdf.text('Der Betrag ist ohne Abzug zu zahlen', 60, 140);
      pdf.text('Gesamtbetrag', 60, 170).text('481,20 €', 400, 170);
    });
    const text = textOf(await recognise(page, english)).join('\n');
    for (const word of ['für', 'März', 'Größe', 'geprüft,', 'Straße', '481,20', '€']) expect(text.split(/\s/)).toContain(word);
  });

  it('finds no words on a blank page and on a picture without text', async () => {
    const blank = await drawSample(() => undefined);
    const shapes = await drawSample((pdf) => {
      pdf.circle(300, 300, 120).fill('#3366aa');
      pdf.rect(100, 500, 300, 200).fill('#aa3333');
    });
    for (const page of [blank, shapes]) expect(await recognise(page, english)).toMatchObject({ words: [], lines: [], rotation: 0 });
  });

  it('finds tick boxes beside their labels, on a page that lies sideways too', async () => {
    const form = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(12);
      for (const [index, label] of ['Single household', 'Shared household', 'Other arrangement'].entries()) {
        pdf
          .rect(60, 100 + index * 30, 11, 11)
          .stroke()
          .text(label, 80, 100 + index * 30);
      }
      pdf.moveTo(61, 131).lineTo(70, 140).moveTo(70, 131).lineTo(61, 140).stroke();
    });
    const upright = await recognise(form, english);
    expect(upright.tickBoxes.map((box) => box.ticked)).toEqual([false, true, false]);
    const sideways = await recognise(await turnSample(form, 90), english);
    const [left, top] = upright.tickBoxes[1]!.box;
    const [, turnedTop, turnedRight] = sideways.tickBoxes.find((box) => box.ticked)!.box;
    expect(Math.abs(turnedTop - left) + Math.abs(turnedRight - (1 - top))).toBeLessThan(0.006);
  });

  it('takes a transparent background for white paper', async () => {
    const pixels = Uint8Array.from(letter.pixels);
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at]! > 250) pixels.set([0, 0, 0, 0], at);
    expect(textOf(await recognise({ ...letter, pixels }, english))).toContain('Total amount due');
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(recognise(letter, { languages: ['en'], signal: controller.signal })).rejects.toThrow('enough');
  });

  it('asks no second reader where the networks say that they read accents', async () => {
    const modelDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'models-')), 'packed');
    await packModels(modelDir);
    const manifest = path.join(modelDir, 'manifest.json');
    await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), readsAccents: true }));
    const page = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(12);
      for (const [row, line] of ['Rechnung für die Lieferung', 'Größe und Menge wurden geprüft', 'Straße und Ort'].entries())
        pdf.text(line, 60, 80 + row * 30);
    });
    // the default networks know no ß, so it is the second reader’s where it is read
    expect(textOf(await recognise(page, english)).join(' ')).toContain('ß');
    expect(textOf(await createRecogniser({ modelDir })(page, english)).join(' ')).not.toContain('ß');
    await rm(path.dirname(modelDir), { recursive: true });
  });

  it('refuses model files that are not the expected ones', async () => {
    const modelDir = await mkdtemp(path.join(os.tmpdir(), 'models-'));
    await writeFile(path.join(modelDir, 'ch_PP-OCRv4_det_infer.onnx'), 'something else');
    await expect(createRecogniser({ modelDir })(letter, english)).rejects.toThrow('not the file that was expected');
    await rm(modelDir, { recursive: true });
  });
});
