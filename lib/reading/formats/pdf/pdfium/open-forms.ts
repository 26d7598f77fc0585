import type { Pdfium } from './pdfium.ts';

/** The form environment of an open document; `handle` is 0 when it has no forms. */
export type Forms = { handle: number; close(): void };

/** Opens the form environment, which makes form values readable and paintable. */
export function openForms({ api }: Pdfium, document: number): Forms {
  if (api.FPDF_GetFormType(document) <= 0) return { handle: 0, close: () => undefined };
  const info = api.PDFiumExt_OpenFormFillInfo();
  const handle = api.PDFiumExt_InitFormFillEnvironment(document, info);
  return {
    handle,
    close: () => {
      if (handle !== 0) api.PDFiumExt_ExitFormFillEnvironment(handle);
      api.PDFiumExt_CloseFormFillInfo(info);
    },
  };
}
