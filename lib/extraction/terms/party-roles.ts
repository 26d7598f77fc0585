/**
 * The sides a business document speaks of. `words`: how a field's name, label or description points at the side (word
 * families). `headings`: what documents print over or beside that side's block.
 */
export type PartyRole = { id: string; words: readonly string[]; headings: readonly string[] };

const list = (text: string): string[] => text.split('|').map((entry) => entry.trim());
const role = (id: string, words: string, headings: string): PartyRole => ({ id, words: list(words), headings: list(headings) });

export const PARTY_ROLES: readonly PartyRole[] = [
  role(
    'seller',
    'seller|supplier|vendor|issuer|merchant|shop|store|company that issued',
    'Verkäufer|Lieferant|Rechnungssteller|Leistungserbringer|Absender|Lieferantenangaben|vendeur|fournisseur|émetteur|vendedor|proveedor|emisor|venditore|fornitore|cedente|prestatore|verkoper|leverancier|fornecedor|sprzedawca|dostawca|vendor|supplier|seller|from|remit to|sold by|bill from|issued by|Kontaktdaten Lieferant|seller tax|Verkäuferdaten',
  ),
  role(
    'buyer',
    'buyer|customer|client|purchaser|bill to|sold to|orders|is billed',
    'Käufer|Kunde|Rechnungsempfänger|Empfänger|Leistungsempfänger|Rechnung an|Auftraggeber|Besteller|Rechnungsanschrift|Rechnungsadresse|Kundenangaben|acheteur|client|facturé à|adresse de facturation|destinataire|cliente|comprador|facturar a|acquirente|cessionario|committente|klant|koper|factuuradres|nabywca|bill to|billed to|sold to|customer|invoice to|buyer|client|ordered by|to|purchaser|Erwerber|aan|t.a.v.|Spett.le|Spettabile|Exmo|Exmos|Messrs|fatturare a|Faktura dla',
  ),
  role(
    'ship_to',
    'ship to|consignee|goods go|deliver to|delivery address|place of delivery',
    'Lieferadresse|Lieferanschrift|Warenempfänger|Lieferort|Lieferung an|adresse de livraison|livrer à|lieu de livraison|dirección de entrega|enviar a|indirizzo di consegna|afleveradres|bezorgadres|adres dostawy|odbiorca|ship to|deliver to|delivery to|delivery address|shipping address|consignee|abweichender Warenempfänger',
  ),
  role('payer', 'payer', 'payer|payer’s|Zahlungspflichtiger|payeur'),
  role('recipient', 'recipient|payee|beneficiary', 'recipient|recipient’s|payee|Zahlungsempfänger|bénéficiaire'),
  role('requester', 'requester', 'requester|requester’s'),
  role('sender', 'sender|from', 'Absender|expéditeur|sender|from|remitente|mittente|afzender|von'),
  role('addressee', 'to|addressee', 'to|an|à|para|a|aan|do'),
  role('copy', 'cc|copy', 'cc|copy to|Kopie'),
  role('agency', 'agency', 'agency|Agentur|agence'),
  role('permanent', 'permanent', 'permanent residence|permanent address'),
  role('mailing', 'mailing', 'mailing address'),
  role('employer', 'employer', 'employer|Arbeitgeber|employeur'),
  role('employee', 'employee', 'employee|Arbeitnehmer|salarié'),
];
