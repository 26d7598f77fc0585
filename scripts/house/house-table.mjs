// The table of rooms in docs/house.md, made of the plan. `node scripts/house/house-table.mjs` writes it; the check of the rooms compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOMS } from './house.mjs';

const PAGE = 'docs/house.md';
const START = '<!-- made by scripts/house/house-table.mjs -->\n';
const END = '\n<!-- end -->';

const code = (names) => names.map((name) => `\`${name}\``);

function orderWords(order) {
  return order ? order.map((step) => code([step].flat()).join(' · ')).join(' < ') : '–';
}

function makeTable() {
  const rows = Object.entries(ROOMS).map(([name, { what, mayImport, order, door }]) => {
    const imports = code(mayImport.map((room) => room.replace(/^lib\//, ''))).join(' ') || '–';
    return `| \`${name}\` | ${what ?? 'a screen'} | ${imports} | ${orderWords(order)} | ${door ? code(door).join(' ') : 'open'} |`;
  });
  return ['| room | what lives there | may import | order inside, bottom to top | door |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** docs/house.md as it is, and as the plan says it should be. */
export function compareHousePage() {
  const is = readFileSync(PAGE, 'utf8');
  const [before, rest] = is.split(START);
  return { is, should: `${before}${START}${makeTable()}${END}${rest.split(END)[1]}` };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(PAGE, compareHousePage().should);
