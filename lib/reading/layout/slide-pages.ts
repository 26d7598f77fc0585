import type { Page } from '#lib/contract/service/reading.ts';
import type { ReadContext } from '../model/adapter.ts';
import { PageSetter } from './page-setter.ts';

/** Sets one page for each slide and gives it as soon as it is set. Ends with true when slides were left out. */
export async function* slidePages<Slide>(
  slides: readonly Slide[],
  { limits, signal }: ReadContext,
  setSlide: (setter: PageSetter, slide: Slide, index: number) => void | Promise<void>,
): AsyncGenerator<Page, boolean> {
  const setter = new PageSetter(limits.maxPages);
  for (const [index, slide] of slides.entries()) {
    signal.throwIfAborted();
    if (index > 0) setter.breakPage(true);
    if (setter.full) break;
    await setSlide(setter, slide, index);
    yield* setter.takeFinished();
  }
  setter.finish();
  yield* setter.takeFinished();
  return setter.full;
}
