import type { Page } from '#lib/contract/service/reading.ts';

/** A page as the engine sees it. Lengths are in ems (the page's median word height), so that scans and print-outs are alike. */
export type PageView = {
  /** 0-based. */
  index: number;
  page: Page;
  /** Page size in ems. */
  width: number;
  height: number;
  /** Half-open range of tokens. */
  tokens: [number, number];
  /** Half-open range of segments. */
  segments: [number, number];
  /** Size of its largest word, relative to the page's median word. */
  largest: number;
};
