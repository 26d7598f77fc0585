import { openArchive } from '../../files/open-archive.ts';
import type { ReadContext, SourceFile } from '../../model/adapter.ts';
import { attribute, child, descendants, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import { openOdf, rectangleOf, requireBody } from './odf-package.ts';

/** The slides of a file, read once for all of them. */
const slides = new WeakMap<SourceFile, Promise<XmlElement[]>>();

/** The largest picture on a slide (1-based) of an OpenDocument presentation or drawing; null when it has none. */
export async function odpSlidePicture(file: SourceFile, context: ReadContext, number: number): Promise<Uint8Array | null> {
  const opening = slides.get(file) ?? readSlides(file, context);
  slides.set(file, opening);
  const slide = (await opening)[number - 1];
  const image = descendants(slide, 'frame')
    .map((frame) => ({ image: child(frame, 'image'), place: rectangleOf(frame) }))
    .filter(({ image }) => image !== undefined)
    .sort((a, b) => areaOf(b.place) - areaOf(a.place))[0]?.image;
  const inside = child(image, 'binary-data');
  if (inside) return Buffer.from(innerText(inside), 'base64');
  const name = attribute(image, 'xlink:href')?.replace(/^\.\//, '');
  if (!name || file.mediaType.endsWith('xml')) return null;
  const archive = await openArchive(file.path, context.limits, context.signal);
  try {
    return archive.has(name) ? await archive.read(name) : null;
  } finally {
    archive.close();
  }
}

async function readSlides(file: SourceFile, context: ReadContext): Promise<XmlElement[]> {
  return elements(requireBody(await openOdf(file, context), 'presentation', 'drawing'), 'page');
}

function areaOf(place: { width: number; height: number } | null): number {
  return place ? place.width * place.height : 0;
}
