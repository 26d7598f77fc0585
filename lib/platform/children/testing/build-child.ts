import { build } from 'esbuild';

/** Builds a child program from its TypeScript, whose imports start in this folder. @param outfile the program, a path */
export async function buildChild(source: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile,
    bundle: true,
    // libraries in the older form of modules ask for those of Node by it
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
}
