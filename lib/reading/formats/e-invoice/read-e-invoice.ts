import type { StatedValue } from '#lib/contract/service/reading.ts';
import { readXmlValues } from '../../xml/xml-values.ts';

/** Root elements of invoices and orders that are sent as XML (UN/CEFACT CII in its versions, and UBL). */
const ROOTS =
  /^(CrossIndustryInvoice|CrossIndustryDocument|SCRDMCCBDACI\w+MessageStructure|Invoice|CreditNote|Order|OrderChange|OrderResponse|OrderResponseSimple)$/;

/** The values of an e-invoice or e-order in XML (paths as in `readXmlValues`), or null when the bytes are something else. */
export function readEInvoice(bytes: Uint8Array): StatedValue[] | null {
  const found = readXmlValues(bytes, 'e_invoice');
  return found && ROOTS.test(found.root) ? found.values : null;
}
