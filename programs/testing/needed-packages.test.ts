import { expect, test } from 'vitest';
import { findNeededPackages } from '../../scripts/image/find-needed-packages.mjs';

const packages = {
  '': {
    dependencies: { pg: '1', 'react-aria': '1', '@data/deu': '1', next: '1', sharp: '1' },
    optionalDependencies: { 'heic-decode': '1' },
  },
  'node_modules/pg': { dependencies: { 'pg-types': '2' } },
  'node_modules/pg-types': { dependencies: { bytes: '1' } },
  'node_modules/pg/node_modules/pg-types': { dependencies: { bytes: '1' } },
  'node_modules/bytes': { dependencies: { pg: '1' } },
  'node_modules/react-aria': { dependencies: { bytes: '1' } },
  'node_modules/@data/deu': {},
  'node_modules/next': { peerDependencies: { react: '1', sass: '1' }, peerDependenciesMeta: { sass: { optional: true } } },
  'node_modules/react': {},
  'node_modules/sass': {},
  'node_modules/sharp': { optionalDependencies: { '@img/sharp-linux-x64': '1', '@img/sharp-darwin-x64': '1' } },
  'node_modules/@img/sharp-linux-x64': {},
  'node_modules/heic-decode': {},
};

test('what the code names is needed, with what that depends on as Node finds it', () => {
  expect(findNeededPackages({ packages, code: 'import pg from "pg";' })).toEqual([
    'node_modules/bytes',
    'node_modules/pg',
    'node_modules/pg/node_modules/pg-types',
  ]);
});

test('a part of a package, a name in a template and a name with the hash of a bundler are found', () => {
  expect(findNeededPackages({ packages, code: 'require("heic-decode/lib")' })).toEqual(['node_modules/heic-decode']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a program
  expect(findNeededPackages({ packages, code: 'resolve(`@data/${language}`)' })).toEqual(['node_modules/@data/deu']);
  expect(findNeededPackages({ packages, code: 'e.y("sharp-587764f78a6c7a9c")' })).toEqual([
    'node_modules/@img/sharp-linux-x64',
    'node_modules/sharp',
  ]);
});

test('what nothing names is not needed, nor what only begins alike', () => {
  expect(findNeededPackages({ packages, code: 'import "pgpass"; import "react-aria-components";' })).toEqual([]);
});

test('packages that are known to be needed come with their peers, without those that are optional or left out', () => {
  expect(findNeededPackages({ packages, code: '', besides: ['next'] })).toEqual(['node_modules/next', 'node_modules/react']);
  expect(findNeededPackages({ packages, code: '', besides: ['next'], isLeftOut: (name) => name === 'react' })).toEqual([
    'node_modules/next',
  ]);
});
