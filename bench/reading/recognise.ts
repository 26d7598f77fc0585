// npm run bench:recognise -- SET[,SET…] [--packs default,FOLDER,…] [--programs tesseract,rapidocr] [--out FOLDER] [--by 2] [--limit N]
// Recognises the pictures of sets with each pack and, for comparison, with other programs where they are installed; one after the other, each
// in a process of its own. A set is a folder with `documents` and an `ocr.jsonl` that says what stands on them. Prints words F1, wrong
// characters, processor seconds a picture (median) and the largest memory.
// --by: file names are cut at `_`; which part makes the groups of the table (the first one unless told).
// --out: writes SUBJECT.jsonl, a line a picture, for a set’s own scorer: text, and words with confidence and box where there are some.
// --languages: what the program tesseract is told, e.g. eng+deu.
import { execFile, fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { recogniseWithPack } from './support/recognise-with-pack.ts';
import { RECOGNISE_WITH_RAPIDOCR } from './support/recognise-with-rapidocr.ts';
import { addErrors, compareText, ratesOf, type TextErrors } from './support/text-errors.ts';

/** What a subject made of a picture. */
export type Recognised = { file: string; text: string; cpuSeconds: number; words?: unknown };
type Subject = { name: string; recognise(files: readonly string[]): Promise<{ results: Recognised[]; memoryMb: number | null }> };
type Page = { file: string; group: string; lines: string[] };

const run = promisify(execFile);
const MOST_OUTPUT = 1 << 28;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    packs: { type: 'string', default: 'default' },
    programs: { type: 'string', default: 'tesseract,rapidocr' },
    languages: { type: 'string', default: 'eng' },
    by: { type: 'string', default: '1' },
    limit: { type: 'string' },
    out: { type: 'string' },
  },
});

/** The child: one pack, all pictures that it is sent. */
async function serve(pack: string): Promise<void> {
  process.once('message', (files: string[]) => {
    void recogniseWithPack(pack === 'default' ? null : pack, files).then((results) =>
      process.send?.({ results, memoryMb: process.resourceUsage().maxRSS / 1024 }, () => process.exit(0)),
    );
  });
}

function packSubject(pack: string): Subject {
  return {
    name: path.basename(pack),
    recognise: (files) =>
      new Promise((resolve, reject) => {
        const child = fork(process.argv[1] ?? '', process.argv.slice(2), { env: { ...process.env, BENCH_PACK: pack } });
        child.once('message', (answer) => resolve(answer as Awaited<ReturnType<Subject['recognise']>>));
        child.once('exit', (code) => reject(new Error(`The process of ${pack} ended with code ${code}.`)));
        child.send(files);
      }),
  };
}

const PROGRAMS: Record<string, { isThere: () => Promise<unknown>; subject: Subject }> = {
  tesseract: {
    isThere: () => run('tesseract', ['--version']),
    subject: {
      name: 'tesseract',
      async recognise(files) {
        const results: Recognised[] = [];
        for (const file of files) {
          const command = 'TIMEFORMAT="%U %S"; time tesseract "$0" stdout -l "$1" --psm 1 2>/dev/null';
          const options = { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, maxBuffer: MOST_OUTPUT };
          const { stdout, stderr } = await run('bash', ['-c', command, file, values.languages], options);
          const [user = 0, system = 0] = stderr.trim().split(/\s+/).slice(-2).map(Number);
          results.push({ file, text: stdout, cpuSeconds: user + system });
        }
        return { results, memoryMb: null };
      },
    },
  },
  rapidocr: {
    isThere: () => run('python3', ['-c', 'import rapidocr']),
    subject: {
      name: 'rapidocr',
      async recognise(files) {
        const { stdout } = await run('python3', ['-c', RECOGNISE_WITH_RAPIDOCR, ...files], { maxBuffer: MOST_OUTPUT });
        const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
        const results = lines.map((line) => JSON.parse(line) as Recognised & { memoryMb: number });
        return { results, memoryMb: results.at(-1)?.memoryMb ?? null };
      },
    },
  },
};

async function measure(): Promise<void> {
  const [sets] = positionals;
  if (!sets) throw new Error('Give the folders of the sets, separated by commas.');
  const pages = sets.split(',').flatMap((set) => loadPages(set));
  const subjects = values.packs.split(',').map(packSubject);
  for (const name of values.programs.split(',').filter((name) => name in PROGRAMS)) {
    const { isThere, subject } = PROGRAMS[name]!;
    if (
      await isThere().then(
        () => true,
        () => false,
      )
    )
      subjects.push(subject);
    else console.log(`${name} is not installed here.`);
  }
  console.log(
    `${pages.length} pictures\n| group | pages | subject | words F1 | wrong characters % | processor s | memory MB |\n|---|---|---|---|---|---|---|`,
  );
  for (const subject of subjects) {
    const { results, memoryMb } = await subject.recognise(pages.map(({ file }) => file));
    if (values.out) writeResults(values.out, subject.name, results);
    const byFile = new Map(results.map((result) => [result.file, result]));
    for (const group of new Set(pages.map((page) => page.group))) {
      const members = pages.filter((page) => page.group === group);
      const errors = members
        .map(({ file, lines }) => compareText(byFile.get(file)?.text ?? '', lines))
        .reduce(addErrors) satisfies TextErrors;
      const seconds = members.map(({ file }) => byFile.get(file)?.cpuSeconds ?? 0).sort((a, b) => a - b);
      const { words, characters } = ratesOf(errors);
      const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
      const cells = [
        group,
        members.length,
        subject.name,
        words.toFixed(1),
        characters.toFixed(2),
        median.toFixed(2),
        memoryMb?.toFixed(0) ?? '–',
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}

function writeResults(folder: string, name: string, results: readonly Recognised[]): void {
  mkdirSync(folder, { recursive: true });
  const lines = results.map((result) => `${JSON.stringify({ ...result, file: path.join('documents', path.basename(result.file)) })}\n`);
  writeFileSync(path.join(folder, `${name}.jsonl`), lines.join(''));
}

function loadPages(set: string): Page[] {
  const lines = readFileSync(path.join(set, 'ocr.jsonl'), 'utf8').split('\n').filter(Boolean);
  const pages = lines.map((line) => {
    const { file, lines: truth } = JSON.parse(line) as { file: string; lines: { text: string }[] };
    const parts = path.parse(file).name.split('_');
    const group = parts.length > 1 ? (parts[Number(values.by) - 1] ?? '') : path.basename(set);
    return { file: path.resolve(set, file), group, lines: truth.map(({ text }) => text) };
  });
  return pages.filter(({ file }) => existsSync(file)).slice(0, values.limit === undefined ? undefined : Number(values.limit));
}

if (process.env.BENCH_PACK !== undefined) await serve(process.env.BENCH_PACK);
else await measure();
