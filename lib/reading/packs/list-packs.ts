import { isInstalled, readChosenPack } from './chosen-pack.ts';
import { DEFAULT_PACK, KNOWN_PACKS } from './known-packs.ts';

/** A pack as a person may choose it. `isInUse`: programs take it at their next start. */
export type ListedPack = { name: string; title: string; distribution: string | null; isInstalled: boolean; isInUse: boolean };

/** The default pack and those that can be installed. A chosen pack that is not there any more leaves the default one in use. */
export function listPacks(dataDir: string): ListedPack[] {
  const chosen = readChosenPack(dataDir);
  const others = KNOWN_PACKS.map(({ name, title, distribution }) => {
    const installed = isInstalled(dataDir, name);
    return { name, title, distribution, isInstalled: installed, isInUse: installed && name === chosen };
  });
  const isDefaultInUse = !others.some(({ isInUse }) => isInUse);
  return [
    { name: DEFAULT_PACK, title: 'PP-OCRv4: comes with the product', distribution: null, isInstalled: true, isInUse: isDefaultInUse },
    ...others,
  ];
}
