import { docxAdapter } from '../formats/docx/docx-adapter.ts';
import { wordXmlBlocks } from '../formats/docx/word-xml-blocks.ts';
import { pptxAdapter } from '../formats/pptx/pptx-adapter.ts';
import { createPptAdapter } from '../legacy/powerpoint/ppt-adapter.ts';
import { createDocAdapter } from '../legacy/word/doc-adapter.ts';

/** Readers of old Word and PowerPoint files, put together as the reading child does it. */
export const docAdapter = createDocAdapter({ docx: docxAdapter, xmlBlocks: wordXmlBlocks });
export const pptAdapter = createPptAdapter(pptxAdapter);
