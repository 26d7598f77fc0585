// Every relative link of every Markdown file leads to a file or folder that exists, and to a heading that exists where it names one.
// Every path of the source tree that a document names as code exists too; patterns and placeholders (`*`, `…`, ROOM) are left out.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LINK = /!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g;
const PATH = /`((?:app|bench|components|docs|e2e|lib|programs|public|scripts|training)\/[\w./()[\]-]+)`/g;
const PLACEHOLDER = /\b[A-Z]{3,}\b/;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

/** The text without code, whose brackets are no links. Lines keep their numbers. */
function withoutCode(text) {
  return text.replaceAll(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '');
}

/** Anchors as GitHub derives them: lower case, punctuation dropped, spaces as hyphens, repeated ones numbered. */
function anchorsOf(file) {
  const seen = new Map();
  const text = readFileSync(file, 'utf8').replaceAll(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm, '');
  const headings = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map((match) => match[1].replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    headings.map((heading) => {
      const anchor = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
        .replaceAll(/\s/g, '-');
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

let count = 0;
const faults = [];
for (const file of files) {
  const whole = readFileSync(file, 'utf8');
  for (const { 1: named, index } of whole.matchAll(PATH)) {
    if (PLACEHOLDER.test(named) || existsSync(named)) continue;
    faults.push(`${file}:${whole.slice(0, index).split('\n').length}: ${named} does not exist`);
  }
  const text = withoutCode(whole);
  for (const { 1: target, index } of text.matchAll(LINK)) {
    if (OUTSIDE.test(target)) continue;
    count += 1;
    const [place, anchor] = target.split('#');
    const to = place === '' ? file : path.join(place.startsWith('/') ? '.' : path.dirname(file), decodeURIComponent(place));
    const line = text.slice(0, index).split('\n').length;
    if (!existsSync(to)) faults.push(`${file}:${line}: ${target} leads nowhere`);
    else if (anchor && to.endsWith('.md') && !anchorsOf(to).has(anchor)) faults.push(`${file}:${line}: ${target} names no heading`);
  }
}

for (const fault of faults) console.error(fault);
console.log(`links: ${files.length} Markdown files, ${count} relative links, ${faults.length} broken`);
process.exit(faults.length > 0 ? 1 : 0);
