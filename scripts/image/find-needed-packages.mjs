/**
 * The packages that built programs need when they run: those that their code names, those that are known to be needed, and what these
 * depend on. What a bundler took into the code is not named there any more.
 * @param {object} options
 * @param {Record<string, object>} options.packages those of package-lock.json, by their place
 * @param {string} options.code of all programs
 * @param {readonly string[]} [options.besides] names of packages that are needed in any case
 * @param {(name: string) => boolean} [options.isLeftOut] packages that are not wanted although others name them
 * @returns {string[]} their places below the project, e.g. `node_modules/next`
 */
export function findNeededPackages({ packages, code, besides = [], isLeftOut = () => false }) {
  const { dependencies = {}, optionalDependencies = {} } = packages[''];
  const named = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => besides.includes(name) || isNamed(code, name));
  const found = new Set();
  const waiting = named.map((name) => find(packages, '', name));
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (place === null || found.has(place) || isLeftOut(nameOf(place))) continue;
    found.add(place);
    waiting.push(...wantsOf(packages[place]).map((name) => find(packages, place, name)));
  }
  return [...found].sort();
}

/** `"pkg"`, `"pkg/part"`, and for a scope `"@scope/${…}"`; Turbopack names a package that it leaves outside `pkg-HASH`. */
function isNamed(code, name) {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const scope = name.startsWith('@') ? `|["'\`]${name.split('/')[0]}/\\$\\{` : '';
  return new RegExp(`["'\`]${quoted}(?:["'\`/]|-[0-9a-f]{16}["'\`/])${scope}`).test(code);
}

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function wantsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** As Node looks for it from a place: there, and then in each folder above. */
function find(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return null;
  }
}
