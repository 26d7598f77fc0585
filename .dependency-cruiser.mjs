import { ROOMS } from './scripts/house/house.mjs';

const BROWSER = '^(components|lib/client)/';
const SERVER = '^lib/(platform|session|reading|extraction|service|deployment|desk)/|^programs/';
const TEST = '\\.test\\.tsx?$|/testing/';
/** Libraries that take files apart, and the parts of the reader that do so without one. */
const PARSERS =
  'node_modules/(cfb|@e965|yauzl|file-type|fast-xml-parser|postal-mime|parse5|word-extractor|@kenjiuno|@embedpdf|sharp|heic-decode|zxing-wasm|onnxruntime-node|tesseract\\.js)/|' +
  '^lib/reading/(child|barcodes|compound|encoding|formats|layout|legacy|ocr|page-text|pictures|protection|tables|xml)/|' +
  '^lib/reading/(files/open-[a-z-]+|sniffing/sniff(-ole|-text|-zip)?)\\.ts$';
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const OURS = '^(app|components|lib|e2e|programs|training|bench)/';

function roomRules([name, { mayImport, door, order }]) {
  const inRoom = `^${name}/`;
  const rules = [
    forbid(
      `room:${name}`,
      `${name} may import: ${mayImport.join(', ') || 'only itself'}.`,
      { path: inRoom, pathNot: TEST },
      { path: OURS, pathNot: [name, ...mayImport].map((other) => `^${other}/`) },
    ),
  ];
  if (door) {
    const doors = door.map((pattern) => `${inRoom}${pattern.replaceAll('*', '[^/]+')}\\.tsx?$`);
    rules.push(
      forbid(
        `door:${name}`,
        `Other rooms enter ${name} by: ${door.join(', ')}.`,
        { path: OURS, pathNot: [inRoom, TEST, '^(bench|training)/'] },
        { path: inRoom, pathNot: doors },
      ),
    );
  }
  return [...rules, ...orderRules(name, order ?? [])];
}

/** Files of one inner folder: `.` stands for the room's loose files; a folder does not hold the folders below it that are named themselves. */
function inFolder(room, folder, all) {
  if (folder === '.') return { path: `^${room}/[^/]+$` };
  const inner = all.filter((other) => other.startsWith(`${folder}/`)).map((other) => `^${room}/${other}/`);
  return { path: `^${room}/${folder}/`, ...(inner.length > 0 ? { pathNot: inner } : {}) };
}

function orderRules(room, order) {
  const all = order.flat();
  return order
    .flatMap((step, place) =>
      [step].flat().map((folder) => {
        const allowed = [...order.slice(0, place).flat(), folder];
        const others = all.filter((other) => !allowed.includes(other)).map((other) => inFolder(room, other, all));
        const from = inFolder(room, folder, all);
        return forbid(
          `order:${room}/${folder}`,
          `Inside ${room}, ${folder} may import: ${allowed.join(', ')}.`,
          { path: from.path, pathNot: [TEST, ...(from.pathNot ?? [])] },
          {
            path: others.map(({ path }) => path),
            pathNot: [
              TEST,
              ...allowed
                .filter((other) => others.length > 0 && all.some((name) => other.startsWith(`${name}/`)))
                .map((other) => `^${room}/${other}/`),
            ],
          },
        );
      }),
    )
    .filter(({ to }) => to.path.length > 0);
}

export default {
  forbidden: [
    ...Object.entries(ROOMS).flatMap(roomRules),
    forbid(
      'page-is-thin',
      'A page shows a screen; the browser fetches.',
      { path: '^app/.*page\\.tsx$' },
      { path: '^lib/(desk|service|reading|extraction|deployment)/' },
    ),
    forbid('route-has-no-screen', 'A route answers with data.', { path: '^app/.*route\\.ts$' }, { path: '^components/' }),
    forbid(
      'browser-never-reaches-server',
      'Not even through a third file.',
      { path: BROWSER, pathNot: TEST },
      { path: SERVER, reachable: true },
    ),
    forbid(
      'browser-has-no-node',
      'These files are sent to the browser.',
      { path: `${BROWSER}|^lib/(contract|document)/`, pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'server-has-no-react',
      'The server does not draw.',
      { path: `${SERVER}|^lib/(contract|document)/` },
      { path: 'node_modules/(react|react-dom|@tanstack)/' },
    ),
    forbid(
      'child-has-no-database',
      'A child process gets bytes and gives back words.',
      { path: '^lib/(reading|service)/.*child\\.ts$' },
      { path: 'node_modules/(pg|pg-boss|drizzle-orm|next)/', reachable: true },
    ),
    forbid(
      'files-are-parsed-in-children',
      'What a stranger sent is taken apart in a child process with limits; programs ask the reader (lib/reading/reader.ts). The command that installs recognition packs takes files of the admin, which it knows by their SHA-256, and ends.',
      {
        path: '^(app|programs)/|^lib/(contract|document|platform|session|deployment|service|desk)/',
        pathNot: `${TEST}|child\\.ts$|^programs/models\\.ts$`,
      },
      { path: PARSERS, reachable: true },
    ),
    forbid(
      'archives-are-only-written',
      'The export packs workbooks with this library; only the reader, in its child processes, unpacks with it.',
      { pathNot: `^(bench|e2e|lib/reading)/|^lib/desk/reports/write-workbook\\.ts$|${TEST}` },
      { path: 'node_modules/fflate/' },
    ),
    forbid(
      'contract-has-only-zod',
      'Everybody imports the contract.',
      { path: '^lib/contract/', pathNot: TEST },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional'], pathNot: 'node_modules/zod/' },
    ),
    forbid(
      'no-cycle',
      'Two files that need each other are one file.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'tests-stay-outside',
      'Product code does not import tests.',
      { pathNot: [TEST, '^e2e/', '^bench/', '^training/'] },
      { path: [TEST, '^e2e/'] },
    ),
    forbid(
      'no-dev-dependency',
      'It would be missing in production.',
      { path: '^(app|components|lib|programs)/', pathNot: `${TEST}` },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/(tailwindcss)/' },
    ),
    forbid('resolves', 'A broken path hides a broken rule.', {}, { couldNotResolve: true, pathNot: '^(heic-decode)$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
