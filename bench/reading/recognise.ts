// Recognises every picture of a set and writes its text, one JSON line a file: {"file", "text", "seconds"}.
//   npm run bench:recognise -- SET_FOLDER OUT.jsonl [--limit N] [--languages de,fr] [--words] [--tesseract]
// --words adds the words with their confidence and box.
// --tesseract also runs the `tesseract` program over the same pictures, into OUT.tesseract.jsonl.
import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import sharp from 'sharp';
import { recognise } from '#lib/reading/ocr/recognise.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string' },
    languages: { type: 'string', default: 'en' },
    words: { type: 'boolean', default: false },
    tesseract: { type: 'boolean', default: false },
  },
});
const [folder, out] = positionals;
if (folder === undefined || out === undefined) throw new Error('Give the folder of the set and the file to write.');

const documents = path.join(folder, 'documents');
const pictures = readdirSync(documents)
  .filter((name) => /\.(jpe?g|png|tiff?|webp)$/i.test(name))
  .sort()
  .slice(0, values.limit === undefined ? undefined : Number(values.limit));

/** Median and 95th percentile, in words. */
function spread(seconds: number[]): string {
  const sorted = [...seconds].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
  return `median ${at(0.5)}, p95 ${at(0.95)}`;
}

writeFileSync(out, '');
const [wall, cpu]: [number[], number[]] = [[], []];
for (const name of pictures) {
  const { data, info } = await sharp(path.join(documents, name)).autoOrient().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [cpuBefore, before] = [process.cpuUsage(), performance.now()];
  const { words, lines, tickBoxes, rotation } = await recognise(
    { pixels: data, width: info.width, height: info.height },
    { languages: values.languages.split(','), signal: new AbortController().signal },
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  wall.push((performance.now() - before) / 1000);
  cpu.push((user + system) / 1e6);
  const text = lines
    .map(({ words: [start, end] }) =>
      words
        .slice(start, end)
        .map((word) => word.text)
        .join(' '),
    )
    .join('\n');
  const prediction = {
    file: `documents/${name}`,
    text,
    rotation,
    tick_boxes: values.words ? tickBoxes : undefined,
    seconds: wall.at(-1),
    words: values.words ? words.map((word) => [word.text, word.confidence, word.box]) : undefined,
  };
  appendFileSync(out, `${JSON.stringify(prediction)}\n`);
  process.stderr.write(`\r${wall.length}/${pictures.length}`);
}
console.log(`\n${pictures.length} pictures. Seconds a picture: wall ${spread(wall)}; processor ${spread(cpu)}.`);
console.log(`Largest memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB.`);

if (values.tesseract) {
  const run = promisify(execFile);
  const installed = await run('tesseract', ['--version']).then(
    () => true,
    () => false,
  );
  if (!installed)
    console.log('The program tesseract is not installed here, so there is no comparison (Debian: apt-get install tesseract-ocr).');
  else {
    const other = `${out}.tesseract.jsonl`;
    writeFileSync(other, '');
    const times: number[] = [];
    for (const name of pictures) {
      const file = path.join(documents, name);
      const { stdout, stderr } = await run('bash', ['-c', 'TIMEFORMAT="%U %S"; time tesseract "$0" stdout --dpi 200 2>/dev/null', file], {
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
        maxBuffer: 1e7,
      });
      const [user, system] = stderr.trim().split(/\s+/).slice(-2).map(Number);
      times.push((user ?? 0) + (system ?? 0));
      appendFileSync(other, `${JSON.stringify({ file: `documents/${name}`, text: stdout })}\n`);
    }
    console.log(`The program tesseract on the same pictures: processor ${spread(times)} seconds.`);
  }
}
