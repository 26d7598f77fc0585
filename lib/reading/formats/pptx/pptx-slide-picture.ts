import { openArchive } from '../../files/open-archive.ts';
import type { ReadContext, SourceFile } from '../../model/adapter.ts';
import { attribute, child, descendants, type XmlElement } from '../../xml/xml.ts';
import { readRectangle } from '../ooxml/drawing-geometry.ts';
import { readOptionalPart, readRelations } from '../ooxml/relations.ts';
import { listSlideParts } from './list-slide-parts.ts';

const RASTER = /\.(png|jpe?g|jfif|gif|bmp|tiff?|webp)$/i;

/** The largest picture of a slide (1-based), else the one that fills its background; null when it has none that can be shown. */
export async function pptxSlidePicture(file: SourceFile, { limits, signal }: ReadContext, number: number): Promise<Uint8Array | null> {
  const archive = await openArchive(file.path, limits, signal);
  try {
    const part = (await listSlideParts(archive)).slides[number - 1];
    const slide = part === undefined ? null : await readOptionalPart(archive, part);
    const id = slide && largestPicture(slide);
    const target = id ? (await readRelations(archive, part!)).get(id)?.target : undefined;
    return target && RASTER.test(target) && archive.has(target) ? await archive.read(target) : null;
  } finally {
    archive.close();
  }
}

/** The relation of the largest picture on the slide. */
function largestPicture(slide: XmlElement): string | undefined {
  const found = ['pic', 'sp', 'bg'].flatMap((name) =>
    descendants(slide, name).flatMap((shape) => {
      const id = attribute(descendants(shape, 'blip')[0], 'r:embed');
      const own = readRectangle(child(shape, 'spPr', 'xfrm'));
      return id ? [{ id, area: own ? own.width * own.height : 0 }] : [];
    }),
  );
  return found.sort((a, b) => b.area - a.area)[0]?.id;
}
