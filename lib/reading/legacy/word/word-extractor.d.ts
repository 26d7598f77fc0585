declare module 'word-extractor' {
  type Options = { filterUnicode?: boolean; includeFooters?: boolean; includeHeadersAndFooters?: boolean; includeBody?: boolean };
  class Document {
    getBody(options?: Options): string;
    getFootnotes(options?: Options): string;
    getEndnotes(options?: Options): string;
    getHeaders(options?: Options): string;
    getFooters(options?: Options): string;
    getAnnotations(options?: Options): string;
    getTextboxes(options?: Options): string;
  }
  class WordExtractor {
    extract(source: string | Buffer): Promise<Document>;
  }
  export = WordExtractor;
}
