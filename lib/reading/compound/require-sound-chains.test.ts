import CFB from 'cfb';
import { describe, expect, it } from 'vitest';
import { cyclicCompounds, wholeCompound } from '../testing/cyclic-compounds.ts';
import { openCompoundOrSalvage } from './compound-file.ts';
import { requireSoundChains } from './require-sound-chains.ts';

const SECTOR = 512;

describe('requireSoundChains', () => {
  it('lets whole files pass', () => {
    expect(() => requireSoundChains(wholeCompound('Workbook'))).not.toThrow();
    const container = CFB.utils.cfb_new();
    for (let index = 0; index < 400; index++) CFB.utils.cfb_add(container, `/Folder${index % 7}/s${index}`, Buffer.alloc(index * 50, 'y'));
    expect(() => requireSoundChains(Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array))).not.toThrow();
  });

  it('refuses chains that turn in circles, which are then salvaged', () => {
    for (const bytes of cyclicCompounds('WordDocument')) {
      expect(() => requireSoundChains(bytes)).toThrow(/circles/);
      const { container, salvaged } = openCompoundOrSalvage(bytes);
      expect(salvaged).toBe(true);
      expect(container.FullPaths.some((each) => each.includes('WordDocument'))).toBe(true);
    }
  });

  it('refuses a list of tables that turns in circles', () => {
    const bytes = wholeCompound('Workbook');
    const own = bytes.readInt32LE(0x4c) === 0 ? 1 : 0;
    bytes.writeInt32LE(own, 0x44);
    bytes.writeInt32LE(0x7fffffff, 0x48);
    bytes.writeInt32LE(own, (own + 2) * SECTOR - 4);
    expect(() => requireSoundChains(bytes)).toThrow(/circles/);
  });

  it('refuses chains that run into each other over and over', () => {
    const sectors = 20 * (SECTOR / 4);
    const bytes = Buffer.alloc((sectors + 1) * SECTOR, 0xff);
    wholeCompound('Workbook').copy(bytes, 0, 0, SECTOR);
    bytes.fill(0xff, 0x44, SECTOR);
    for (let table = 0; table < 20; table++) bytes.writeInt32LE(table, 0x4c + table * 4);
    // every sector leads to the one before
    for (let sector = 1; sector < sectors; sector++) bytes.writeInt32LE(sector - 1, SECTOR + sector * 4);
    expect(() => requireSoundChains(bytes)).toThrow(/share/);
  });

  it('says nothing of files too short to have chains', () => {
    expect(() => requireSoundChains(Buffer.alloc(100))).not.toThrow();
    expect(() => requireSoundChains(Buffer.alloc(512, 0xff))).not.toThrow();
  });
});
