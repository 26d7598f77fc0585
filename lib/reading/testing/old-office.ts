import { docxAdapter } from '../formats/docx/docx-adapter.ts';
import { wordXmlBlocks } from '../formats/docx/word-xml-blocks.ts';
import { pptxAdapter } from '../formats/pptx/pptx-adapter.ts';
import { createPptAdapter } from '../legacy/powerpoint/ppt-adapter.ts';
import { createDocAdapter } from '../legacy/word/doc-adapter.ts';

export const docAdapter = createDocAdapter({ docx: docxAdapter, xmlBlocks: wordXmlBlocks });
export const pptAdapter = createPptAdapter(pptxAdapter);
