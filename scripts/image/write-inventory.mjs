// node scripts/image/write-inventory.mjs NPM_SBOM DEBIAN_PACKAGES RECOGNITION_PACK TARGET: a software bill of materials of the whole image
// (CycloneDX), a list of licences, and the licences of npm's packages themselves. What a bundler took into the pages is in the list too.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const [npmSbom, debianPackages, pack, target] = process.argv.slice(2);
if (!target) throw new Error('Name the SBOM of npm, the list of Debian packages, the recognition pack, and the folder to write to.');

const sbom = JSON.parse(readFileSync(npmSbom, 'utf8'));
sbom.components = sbom.components.filter(({ purl = '' }) => !purl.includes('%40next/swc-'));
const npm = sbom.components.map((component) => ({ ...component, licences: licencesOf(component) }));
const debian = listDebianPackages();
const node = { type: 'application', name: 'node', version: process.versions.node, purl: `pkg:generic/node@${process.versions.node}` };
const networks = { type: 'machine-learning-model', name: pack, licenses: [{ license: { id: 'Apache-2.0' } }] };

mkdirSync(target, { recursive: true });
writeFileSync(
  path.join(target, 'sbom.cdx.json'),
  `${JSON.stringify({ ...sbom, components: [...sbom.components, ...debian, node, networks] }, null, 1)}\n`,
);
writeFileSync(path.join(target, 'licences.md'), licenceList());
writeFileSync(path.join(target, 'licence-texts.txt'), licenceTexts());
console.log(`${npm.length} packages of npm and ${debian.length} of Debian are in the list.`);

function licencesOf({ licenses = [] }) {
  return licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(', ') || 'see its licence text';
}

function listDebianPackages() {
  return readFileSync(debianPackages, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([name, version, arch]) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`,
    }));
}

function licenceList() {
  const rows = npm.map(({ group, name, version, licences }) => `| ${group ? `${group}/` : ''}${name} | ${version} | ${licences} |`);
  return [
    '# Licences of what the image holds',
    '',
    'Countersign: MIT (`/app/LICENSE`); data and libraries inside packages: `/app/NOTICE.md`. Texts of the packages below: `licence-texts.txt`.',
    `Node ${process.versions.node}: MIT and others. Recognition networks ${pack}: Apache-2.0. Debian's packages: \`/usr/share/doc/PACKAGE/copyright\`.`,
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows.sort(),
    '',
  ].join('\n');
}

function licenceTexts() {
  const texts = [];
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  for (const [place, { dev, version }] of Object.entries(packages)) {
    const folder = path.join(root, place);
    if (place === '' || dev || !existsSync(folder)) continue;
    for (const name of readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)))
      try {
        texts.push(
          `==== ${place.replace(/^.*node_modules\//, '')} ${version}: ${name}\n\n${readFileSync(path.join(folder, name), 'utf8')}\n`,
        );
      } catch (error) {
        if (error.code !== 'EISDIR') throw error;
      }
  }
  return texts.join('\n');
}
