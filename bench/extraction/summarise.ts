// npm run bench:summarise -- SET_FOLDER… [--limit N] [--show]
//   --limit N   the first N documents of each set
//   --show      print each summary
// Summarises every document of the sets and says of how many the laws of a summary hold: no sentence without a place where it stands
// word for word, 2 to 30 % of the text or a note why not, nothing twice. Ends with the time of 50 pages.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { SummaryResult } from '#lib/contract/service/summary-job.ts';
import { summarise } from '#lib/extraction/summarise.ts';
import { loadReading } from '#training/sets/load-reading.ts';

const [LEAST, MOST] = [0.02, 0.3];
const options = process.argv.slice(2);
const limitAt = options.indexOf('--limit');
const limit = limitAt < 0 ? Number.POSITIVE_INFINITY : Number(options[limitAt + 1]);
const show = options.includes('--show');
const folders = options.filter((option, index) => !option.startsWith('--') && (limitAt < 0 || index !== limitAt + 1));

type Summary = Pick<SummaryResult, 'sentences'>;

/** The visible text, without spaces: what a summary is compared with. */
const lettersOf = (text: string) => text.replace(/\s+/gu, '');
const textOf = ({ pages }: Reading) =>
  pages
    .flatMap(({ hidden, words }) => (hidden ? [] : words))
    .filter(({ hidden }) => !hidden)
    .map(({ text }) => text)
    .join('');

/** True when each sentence's words stand where it says, in this order. */
function isBacked({ sentences }: Summary, { pages }: Reading): boolean {
  const plain = (text: string) => text.replace(/[\s\u00ad\u2010\u2011-]+/gu, '');
  return sentences.every(({ text, evidence }) => {
    const found = evidence.flatMap(({ page, words = [] }) => words.map((index) => pages[(page ?? 0) - 1]?.words[index]?.text ?? '?'));
    return evidence.length > 0 && evidence.every(({ box }) => box !== null && box !== undefined) && plain(found.join('')) === plain(text);
  });
}

const all = { documents: 0, summarised: 0, noted: 0, unbacked: 0, outside: 0, twice: 0, silent: 0 };
const parts: number[] = [];
let longest: { reading: Reading; pages: number } | null = null;
for (const folder of folders) {
  const files = [
    ...new Set(
      readFileSync(path.join(folder, 'truth.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { file: string }).file),
    ),
  ];
  const here: number[] = [];
  let [noted, ms] = [0, 0];
  for (const file of files.slice(0, limit)) {
    const reading = await loadReading(path.join(folder, file)).catch(() => null);
    if (!reading) continue;
    const started = performance.now();
    const summary = summarise(reading, {});
    ms += performance.now() - started;
    const part = lettersOf(summary.text).length / Math.max(1, lettersOf(textOf(reading)).length);
    all.documents += 1;
    if (summary.sentences.length === 0) {
      noted += 1;
      all.noted += 1;
      if (!summary.note) all.silent += 1;
    } else {
      all.summarised += 1;
      here.push(part);
      if (part < LEAST || part > MOST) all.outside += 1;
    }
    if (!isBacked(summary, reading)) all.unbacked += 1;
    if (new Set(summary.sentences.map(({ text }) => text)).size < summary.sentences.length) all.twice += 1;
    if (!longest || reading.pages.length > longest.pages) longest = { reading, pages: reading.pages.length };
    if (show) {
      process.stdout.write(
        `\n=== ${file} · ${reading.pages.length} pages · ${(100 * part).toFixed(1)} % · ${summary.title?.text ?? '-'} · ${summary.note ?? ''}\n`,
      );
      for (const { text, evidence } of summary.sentences) process.stdout.write(`  [${evidence[0]?.page}] ${text}\n`);
    }
  }
  parts.push(...here);
  here.sort((a, b) => a - b);
  const percent = (share: number) => `${(100 * (here[Math.min(here.length - 1, Math.floor(share * here.length))] ?? 0)).toFixed(1)} %`;
  process.stdout.write(
    `${path.basename(folder)}: ${here.length} summaries, ${noted} documents without prose; part of the text least ${percent(0)}, median ${percent(0.5)}, most ${percent(1)}; ${(ms / Math.max(1, here.length + noted)).toFixed(1)} ms a document\n`,
  );
}
const { documents, summarised, noted, unbacked, outside, twice, silent } = all;
process.stdout.write(
  `all ${documents}: ${summarised} summaries, ${noted} with a note instead (${silent} without one); ${unbacked} with a sentence that does not stand there, ${outside} outside 2–30 %, ${twice} that say something twice\n`,
);
if (longest) {
  const { reading } = longest;
  const pages = Array.from({ length: 50 }, (_, index) => reading.pages[index % reading.pages.length]!);
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    summarise({ ...reading, pages: pages.map((page, index) => ({ ...page, number: index + 1 })) }, {});
    return performance.now() - started;
  });
  process.stdout.write(`50 pages like the longest: ${Math.max(...times).toFixed(0)} ms\n`);
}
