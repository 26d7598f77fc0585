import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { THEME_COOKIE, themeOf } from '#components/shell/theme.ts';
import '@fontsource-variable/inter/wght.css';
import './globals.css';
import { Providers } from './providers.tsx';

const DESCRIPTION = 'Check what a machine has read from a document, beside its evidence, and approve it.';

/** The same words for every page and everybody: link previews are made without signing in, and tell of no document. */
export async function generateMetadata(): Promise<Metadata> {
  const origin = (await headers()).get('x-countersign-origin');
  return {
    title: { default: 'Countersign', template: '%s · Countersign' },
    description: DESCRIPTION,
    ...(origin ? { metadataBase: new URL(origin) } : {}),
    applicationName: 'Countersign',
    manifest: '/manifest.webmanifest',
    robots: { index: false, follow: false },
    icons: {
      icon: [
        { url: '/favicon.svg', type: 'image/svg+xml' },
        { url: '/favicon.ico', sizes: '16x16 32x32 48x48' },
      ],
      apple: '/apple-touch-icon.png',
    },
    openGraph: {
      type: 'website',
      siteName: 'Countersign',
      title: 'Countersign',
      description: DESCRIPTION,
      images: [{ url: '/link-preview.png', width: 1200, height: 630, alt: 'The review: a page beside the values read from it' }],
    },
    twitter: { card: 'summary_large_image' },
  };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#16181d' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <head>{nonce ? <meta property="csp-nonce" nonce={nonce} /> : null}</head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
