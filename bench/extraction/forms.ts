// npm run bench:forms -- [COUNT] [SEED] [--scans] [--errors]: makes forms whose boxes are ticked, prints them with Chromium, reads and extracts
// them, and says how many choices and answers of yes and no come out right. --scans: as pictures of 150 dots an inch instead of PDFs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '#lib/extraction/extract.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { launchBrowser } from '../product/launch-browser.ts';
import { type MadeForm, makeForm } from './support/make-form.ts';

const args = process.argv.slice(2);
const [count = 60, first = 1] = args.filter((arg) => !arg.startsWith('--')).map(Number);
const isScans = args.includes('--scans');
/** A page of A4, 150 dots an inch where the browser counts 96. */
const [PAGE, DOTS] = [{ width: 794, height: 1123 }, 150 / 96];

async function print(forms: readonly MadeForm[], folder: string): Promise<string[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ javaScriptEnabled: false, viewport: PAGE, deviceScaleFactor: DOTS });
    const files: string[] = [];
    for (const [at, { html }] of forms.entries()) {
      const file = path.join(folder, `${first + at}.${isScans ? 'png' : 'pdf'}`);
      await page.setContent(`<body style="margin:40px">${html}`);
      await (isScans ? page.screenshot({ path: file }) : page.pdf({ path: file, format: 'A4' }));
      files.push(file);
    }
    return files;
  } finally {
    await browser.close();
  }
}

function fieldOf({ name, values }: MadeForm['questions'][number]) {
  const isChoice = values.every((value) => typeof value === 'string');
  return fieldSchema.parse({ name, type: isChoice ? 'enum' : 'boolean', ...(isChoice ? { enum: values } : {}) });
}

const share = (part: number, whole: number) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–');

const folder = mkdtempSync(path.join(tmpdir(), 'forms-'));
try {
  const forms = Array.from({ length: count }, (_, at) => makeForm(first + at));
  const answers: { truth: unknown; value: unknown; confidence: number }[] = [];
  for (const [at, file] of (await print(forms, folder)).entries()) {
    const { questions, truth } = forms[at] as MadeForm;
    const { fields } = extract({ schema: { fields: questions.map(fieldOf) }, reading: await loadReading(file) });
    for (const { name } of questions) {
      const found = fields[name];
      if (!found || Array.isArray(found)) continue;
      const answer = { truth: truth[name], value: found.value, confidence: found.confidence };
      answers.push(answer);
      if (args.includes('--errors') && answer.value !== answer.truth)
        console.log(`  form ${first + at} ${name}: ${answer.value} (${answer.confidence.toFixed(2)}) instead of ${answer.truth}`);
    }
  }
  const ticked = answers.filter(({ truth }) => truth !== null);
  const open = answers.filter(({ truth }) => truth === null);
  const right = (list: typeof answers) => list.filter(({ truth, value }) => truth === value).length;
  const wrong = answers.filter(({ truth, value }) => value !== null && truth !== value).length;
  const sure = answers.filter(({ confidence }) => confidence >= 0.85);
  console.log(
    `${count} forms${isScans ? ' as pictures' : ''}: of ${ticked.length} ticked answers ${share(right(ticked), ticked.length)} right`,
  );
  console.log(`of ${open.length} questions left open ${share(right(open), open.length)} empty; ${wrong} wrong values in all`);
  console.log(`of ${sure.length} answers with confidence 0.85 or more ${share(right(sure), sure.length)} right`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
