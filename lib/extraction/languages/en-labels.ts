import type { Language } from './language.ts';

/** What documents in English print beside values; apart from the rest of the language for length alone. */
export const labelsOfEnglish: Language['labels'] = {
  invoice_number: 'invoice #|inv no|tax invoice no|bill no|credit note no|document number|document no',
  order_number: 'PO no|PO #|P.O. number|P.O. no|your order|customer PO|purchase order no|order #',
  contract_number: 'contract #|contract / revision|contract|order #|order number|estimate #',
  customer_number: 'customer #|client ID|client no|account no|your customer number',
  account_number: 'account #|acct no|A/C no|list account number(s) here',
  invoice_date: 'dated|date issued|tax point|date',
  order_date: 'ordered on|date ordered|date',
  due_date: 'payment due|pay by|due by|due on|please pay by|payable by',
  delivery_date: 'delivered on|date of supply|date shipped|delivery period',
  requested_delivery_date: 'requested date|required by|deliver by|required delivery date',
  period_start:
    'start|start date|flight dates|flight|contract dates|campaign dates|contract period|order period|schedule dates|from|product flight|run dates|period|valid from|flight start date',
  period_end:
    'end|flight dates|flight|contract dates|campaign dates|contract period|order period|schedule dates|until|end date|product flight|run dates|period|valid until|expires|flight end date',
  birth_date: 'DOB|date of birth (MM-DD-YYYY)',
  surname: 'LN|surname / nom|family name|last name',
  given_names: 'FN|first name|forenames|given name|given names / prénoms',
  birth_place: 'POB|born in|city of birth',
  nationality: 'citizenship',
  opening_balance: 'beginning balance|starting balance|previous statement balance|balance brought forward|balance last statement',
  closing_balance: 'ending balance|new balance|final balance|balance carried forward|balance this statement',
  signature_date: 'date (MM-DD-YYYY)|date signed|dated|date of signature|date',
  received_date: 'received|filed|date received|received by|date stamped|filed on|date filed',
  purchase_date: 'date|date/time|bill date|invoice date|trans date|doc date',
  effective_date: 'effective date|agreement date|effective as of|effective',
  term_duration: 'term|term of agreement|duration',
  notice_period: 'notice period|notice',
  contract_value: 'total price|consideration|contract sum|total fees',
  jurisdiction: 'governing law|applicable law',
  parties: 'by and between|among|between',
  net_total:
    'subtotal|total excl VAT|sub total|sub-total|total excl tax|net value|merchandise total|total ex VAT|amount before tax|total before tax|tax basis total|line total|total amount excl',
  tax_total: 'tax|sales tax|GST|total GST|VAT amount|total VAT|HST|tax amount|VAT',
  grand_total:
    'total|grand total|invoice total|total incl VAT|total inc tax|total amount|total sales|nett total|net total incl|total rounded|amount total|bill total|total (inclusive of GST)|total incl GST|total inclusive',
  amount_due: 'balance due|amount due|total due|balance|please pay|payable amount|amount payable|due payable amount|pay this amount',
  gross_amount:
    'gross amount|gross total|total gross|gross|order gross|gross amt|total amount|contract total|order total|grand total|totals|total|net total|gross order amount|total cost|schedule total|total charges|total dollars|invoice total|actual gross billing',
  paid_amount: 'paid|deposit|less paid|amount paid|payments received|cash|tendered',
  change_amount: 'change|change due',
  discount_amount: 'discount|less discount',
  shipping_amount: 'shipping|freight|shipping & handling|delivery charge|postage',
  tax_rate: 'VAT rate|tax %|GST %|tax|VAT|VAT %',
  quantity: 'shares|qty|quantity|units|hours|hrs|qty ordered|pcs|quantity ordered|days|nights',
  unit: 'unit|UOM|U/M',
  unit_price: 'unit price|price|rate|unit cost|price each|each|U/price|cost|net price|price/unit|price per item|unit rate|hourly rate',
  line_total:
    'amount|line total|total|ext price|extended|net amount|extension|amt|total price|subtotal|value|net|total cost|total excl VAT|line value',
  item_description:
    'description|item|product|service|details|particulars|item description|product name|item name|menu|goods|product/service|product or service|activity|work|description of work|description of goods|task|goods and services|article',
  item_id:
    'item no|item #|part no|part number|product code|code|SKU|seller id|supplier item no|material no|ref|ref.|stock code|item code|catalogue no|catalog number|cat no|model no|style no',
  seller_name: 'vendor|supplier|seller|from|remit to|sold by|bill from|issued by|company',
  buyer_name: 'bill to|billed to|sold to|customer|invoice to|buyer|client|ordered by|to|attn|purchaser',
  ship_to_name: 'ship to|deliver to|delivery to|delivery address|shipping address|consignee',
  vat_id: 'VAT ID|VAT no|VAT reg no|VAT number|GST no|GSTIN|VAT registration',
  tax_number: 'tax ID|tax no|EIN|tax reg no|TIN|FEIN|ABN|federal tax ID|GSTIN',
  company_number: 'company no|company number|company reg no',
  bic: 'SWIFT code',
  currency: 'currency|cur|in EUR|all amounts in',
  receipt_number: 'receipt #|receipt no|receipt number|ticket no|bill no',
  shop_name: 'company|store|merchant|shop',
  shop_address: 'address',
  registration_number: 'registration no|registration number|reg no',
  registrant: 'name of registrant|registrant|1. name of registrant|name of registrant (b) registration no',
  signer_name:
    'name of signer|name|signature|name and title|type name|print name of signer|signed by|by|1. name|full name|print or type name|print name|printed name',
  person_name: 'name|full name|name (as shown on your income tax return)|name of individual|recipient’s name|payer’s name',
  business_name: 'business name|business name/disregarded entity name|trade name|DBA',
  ssn: 'social security number|SSN',
  ein: 'employer identification number|EIN|FEIN|federal tax ID|federal employer identification number',
  tin: 'TIN|taxpayer identification number|identification number|federal identification number|payer’s TIN|recipient’s TIN|payer’s federal identification number|recipient’s identification number|U.S. taxpayer identification number (SSN or ITIN)',
  city_state_zip: 'city, state, and ZIP code|city or town, state or province. Include postal code where appropriate|city or town',
  street_address:
    'address (number, street, and apt. or suite no.)|street address|street address (including apt. no.)|permanent residence address (street, apt. or suite no., or rural route)',
  advertiser: 'advertiser|advertiser name|sponsor|advertiser code|candidate|committee|client|adv',
  email: 'email',
  phone: 'phone|tel no|call',
  subject: 'subject|re|regarding',
};

/** What leads up to values inside sentences in English. */
export const cuesOfEnglish: Language['cues'] = {
  due_date: 'please pay the amount by|payment is due by|payment is due on|is payable no later than',
  period_start: 'beginning|starting|from',
  period_end: 'ending|until|through|to',
  signature_date: 'executed on|signed on|signed this',
  effective_date:
    'effective as of|dated as of|made as of|is made as of|entered into as of|entered into on|made on|made and entered into as of|made and entered into this|made and entered into on|is made this|entered into this|dated|effective date|as of|made effective as of|is effective as of|shall be effective as of|made this|this agreement dated|executed as of',
  term_duration:
    'continues for a term of|for a period of|period of|for a term of|term of|for|shall remain in effect for|remain in full force and effect for|terminate|expire|shall expire|until|within|shall continue for|survive for|in force for|shall survive for|in effect for|continue in effect for|expiration of',
  notice_period:
    'not less than|at least|upon|by giving the other not less than|by giving|with|notice of|notice is|prior notice of|subject to',
  contract_value:
    'total fees are|total fees for the term are|fees are|fee of|fees of|total price of|price of|consideration for this agreement is|consideration of|sum of',
  jurisdiction:
    'governed by the laws of the state of|governed by the laws of|governed by the law of|governed by and construed in accordance with the law of|are governed by the law of|is governed by the law of|in accordance with the law of|governed by and construed in accordance with the laws of the state of|in accordance with the laws of the state of|in accordance with the laws of|laws of the state of|laws of the commonwealth of|laws of the province of|laws of|under the laws of|the law of|governed by|substantive laws of|internal laws of the state of',
  parties: 'by and between|between|and|among|by and among|with',
};

/** What documents in English print over or beside the block of each side. */
export const partiesOfEnglish: Language['parties'] = {
  seller: 'vendor|supplier|seller|from|remit to|sold by|bill from|issued by|seller tax',
  buyer: 'client|Messrs|bill to|billed to|sold to|customer|invoice to|buyer|ordered by|to|purchaser',
  ship_to: 'ship to|deliver to|delivery to|delivery address|shipping address|consignee',
  payer: 'payer|payer’s',
  recipient: 'recipient|payee|recipient’s',
  requester: 'requester|requester’s',
  sender: 'sender|from',
  addressee: 'to',
  copy: 'cc|copy to',
  agency: 'agency',
  permanent: 'permanent residence|permanent address',
  mailing: 'mailing address',
  employer: 'employer',
  employee: 'employee',
};
