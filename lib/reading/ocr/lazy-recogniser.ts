import type { Recognise } from './recognise.ts';

/** Text recognition whose networks and library are loaded when the first page needs them. */
export function createLazyRecogniser(modelDir?: string): Recognise {
  let loading: Promise<Recognise> | null = null;
  return async (raster, options) => {
    loading ??= import('./recognise.ts').then(({ createRecogniser }) => createRecogniser(modelDir === undefined ? {} : { modelDir }));
    return (await loading)(raster, options);
  };
}
