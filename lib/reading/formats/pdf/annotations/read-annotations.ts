import type { Box } from '#lib/contract/service/box.ts';
import { clampBox } from '#lib/document/geometry/box.ts';
import type { FieldKind, Widget } from '../../../page-text/label-fields.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { PageMap } from '../pdfium/page-map.ts';

/** A remark that is not painted on the page as text: a sticky note, what is said to a highlight. */
export type Remark = { text: string; box: Box };
export type Annotations = { widgets: Widget[]; remarks: Remark[] };

const MOST_ANNOTATIONS = 5000;
const WIDGET = 20;
/** Text typed onto the page; painted, and then part of the page's text, only where the file says how it looks. */
const FREE_TEXT = 3;
const NORMAL_LOOK = 0;
/** Subtypes whose contents are not painted: text note, line … highlight, underline, squiggly, strike-out, caret, file. */
const REMARK_SUBTYPES = new Set([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17]);
const HIDDEN_FLAGS = 0x02 | 0x20;
const KINDS: Record<number, FieldKind> = { 2: 'checkbox', 3: 'radio', 4: 'choice', 5: 'choice', 6: 'text', 7: 'signature' };

/** Reads form fields and remarks of an open page that is not flattened yet. */
export function readAnnotations(document: OpenDocument, page: number, map: PageMap): Annotations {
  const { api } = document.pdfium;
  const found: Annotations = { widgets: [], remarks: [] };
  const { handle } = document.forms;
  if (handle !== 0) api.FORM_OnAfterLoadPage(page, handle);
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = api.FPDFAnnot_GetSubtype(annotation);
    const box = boxOf(document, annotation, map);
    if (box && subtype === WIDGET && handle !== 0) {
      const widget = readWidget(document, annotation, box);
      if (widget) found.widgets.push(widget);
    } else if (box && (REMARK_SUBTYPES.has(subtype) || (subtype === FREE_TEXT && !hasLook(document, annotation)))) {
      const text = document.pdfium.fillText((buffer, size) => api.FPDFAnnot_GetStringValue(annotation, 'Contents', buffer, size)).trim();
      if (text !== '') found.remarks.push({ text, box });
    }
    api.FPDFPage_CloseAnnot(annotation);
  }
  if (handle !== 0) api.FORM_OnBeforeClosePage(page, handle);
  return found;
}

/** An empty appearance is as long as the zero that ends it. */
function hasLook({ pdfium: { api } }: OpenDocument, annotation: number): boolean {
  return api.FPDFAnnot_GetAP(annotation, NORMAL_LOOK, 0, 0) > 2;
}

function boxOf({ pdfium }: OpenDocument, annotation: number, map: PageMap): Box | null {
  const { api, scratch } = pdfium;
  if (!api.FPDFAnnot_GetRect(annotation, scratch)) return null;
  const box = clampBox(
    map.box(pdfium.float32(scratch), pdfium.float32(scratch, 3), pdfium.float32(scratch, 2), pdfium.float32(scratch, 1)),
  );
  return box[0] < box[2] && box[1] < box[3] ? box : null;
}

function readWidget({ pdfium, forms }: OpenDocument, annotation: number, box: Box): Widget | null {
  const { api } = pdfium;
  const kind = KINDS[api.FPDFAnnot_GetFormFieldType(forms.handle, annotation)];
  if (!kind || (api.FPDFAnnot_GetFlags(annotation) & HIDDEN_FLAGS) !== 0) return null;
  const text = (read: (buffer: number, size: number) => number) => pdfium.fillText(read).replace(/\r\n?/g, '\n').trim();
  const name = text((buffer, size) => api.FPDFAnnot_GetFormFieldName(forms.handle, annotation, buffer, size));
  const description = text((buffer, size) => api.FPDFAnnot_GetFormFieldAlternateName(forms.handle, annotation, buffer, size)) || null;
  const isTick = kind === 'checkbox' || kind === 'radio';
  const value = isTick
    ? api.FPDFAnnot_IsChecked(forms.handle, annotation)
    : text((buffer, size) => api.FPDFAnnot_GetFormFieldValue(forms.handle, annotation, buffer, size)) || null;
  return { name, description, kind, value, box };
}
