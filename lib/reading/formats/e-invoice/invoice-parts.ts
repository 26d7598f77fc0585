/** A value of an invoice or order that is shown with a label. `path`: where it stands, indices left out (see `readXmlValues`). */
export type LabelledPath = { label: string; path: RegExp };

const at = (label: string, path: string): LabelledPath => ({ label, path: new RegExp(`(?:^|/)(?:${path})$`) });

const AGREEMENT = 'Applicable(?:Header|SupplyChain)TradeAgreement';
const SETTLEMENT = 'Applicable(?:Header|SupplyChain)TradeSettlement';
const SUM = `${SETTLEMENT}/[^/]*MonetarySummation`;
const UBL = '(?:Invoice|CreditNote|Order|OrderChange|OrderResponse|OrderResponseSimple)';
const ROOT = `^${UBL}`;

/** Number, dates and references, in the order in which they are shown. `{kind}` stands for the kind of the document. */
export const FACTS: readonly LabelledPath[] = [
  at('{kind} number', `(?:Header)?ExchangedDocument/ID|${ROOT}/ID`),
  at('{kind} date', `(?:Header)?ExchangedDocument/IssueDateTime/DateTimeString|${ROOT}/IssueDate`),
  at('Due date', `DueDateDateTime/DateTimeString|${ROOT}/DueDate|PaymentMeans/PaymentDueDate`),
  at('Delivery date', 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString|Delivery/ActualDeliveryDate'),
  at('Requested delivery date', 'RequestedDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString'),
  at('Period from', `${SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime/DateTimeString|${ROOT}/InvoicePeriod/StartDate`),
  at('Period to', `${SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime/DateTimeString|${ROOT}/InvoicePeriod/EndDate`),
  at('Currency', `${SETTLEMENT}/(?:Invoice|Order)CurrencyCode|${ROOT}/DocumentCurrencyCode`),
  at('Order number', `${AGREEMENT}/BuyerOrderReferencedDocument/(?:ID|IssuerAssignedID)|${ROOT}/OrderReference/ID`),
  at('Sales order number', `${AGREEMENT}/SellerOrderReferencedDocument/(?:ID|IssuerAssignedID)|${ROOT}/OrderReference/SalesOrderID`),
  at('Contract number', `${AGREEMENT}/ContractReferencedDocument/(?:ID|IssuerAssignedID)|${ROOT}/ContractDocumentReference/ID`),
  at('Delivery note number', 'DespatchAdviceReferencedDocument/(?:ID|IssuerAssignedID)|DespatchDocumentReference/ID'),
  at('Preceding invoice', 'InvoiceReferencedDocument/(?:ID|IssuerAssignedID)|BillingReference/InvoiceDocumentReference/ID'),
  at('Buyer reference', `${AGREEMENT}/BuyerReference|${ROOT}/BuyerReference`),
  at('Note', `ExchangedDocument/IncludedNote/Content|${ROOT}/Note`),
];

/** Elements that hold a party, and how it is called. */
export const PARTIES: readonly { title: string; path: RegExp }[] = [
  ['Seller', 'SellerTradeParty|(?:AccountingSupplierParty|SellerSupplierParty)(?:/Party)?'],
  ['Buyer', 'BuyerTradeParty|(?:AccountingCustomerParty|BuyerCustomerParty)(?:/Party)?'],
  ['Deliver to', 'ShipToTradeParty|Delivery/(?:DeliveryLocation|DeliveryParty)'],
  ['Payee', 'PayeeTradeParty|PayeeParty'],
  ['Invoice to', 'InvoiceeTradeParty'],
  ['Tax representative', 'SellerTaxRepresentativeTradeParty|TaxRepresentativeParty'],
].map(([title = '', path = '']) => ({ title, path: new RegExp(`^(?:.*/)?(?:${path})(?=/)`) }));

/** What may be told of a party, within its element. */
export const PARTY_FACTS: readonly LabelledPath[] = [
  at('Name', '^/Name|PartyLegalEntity/RegistrationName|PartyName/Name'),
  at('Trading name', 'SpecifiedLegalOrganization/TradingBusinessName'),
  at('Street', 'LineOne|StreetName'),
  at('Address line 2', 'LineTwo|AdditionalStreetName'),
  at('Address line 3', 'LineThree|AddressLine/Line'),
  at('Postal code', 'PostcodeCode|PostalZone'),
  at('City', 'CityName'),
  at('Region', 'CountrySubDivisionName|CountrySubentity'),
  at('Country', 'CountryID|Country/IdentificationCode'),
  at('Contact', 'DefinedTradeContact/PersonName|Contact/Name'),
  at('Department', 'DefinedTradeContact/DepartmentName'),
  at('Phone', 'TelephoneUniversalCommunication/CompleteNumber|Contact/Telephone'),
  at('E-mail', 'EmailURIUniversalCommunication/URIID|Contact/ElectronicMail'),
  at('Electronic address', 'URIUniversalCommunication/URIID|EndpointID'),
  at('Registration', 'SpecifiedLegalOrganization/ID|PartyLegalEntity/CompanyID'),
  at('Legal form', 'PartyLegalEntity/CompanyLegalForm|Description'),
  at('Number', '^/ID|^/GlobalID|PartyIdentification/ID'),
];

/** A position of the document: its element, with its index when there are several. */
export const LINE = /^(?:.*\/)?(?:IncludedSupplyChainTradeLineItem|InvoiceLine|CreditNoteLine|OrderLine)(?:\[\d+\])?(?=\/)/;

/** Columns of the positions, within their element. */
export const LINE_COLUMNS: readonly LabelledPath[] = [
  at('Line', 'AssociatedDocumentLineDocument/LineID|^/ID|^/LineItem/ID'),
  at('Item number', 'SpecifiedTradeProduct/SellerAssignedID|Item/SellersItemIdentification/ID'),
  at('Description', 'SpecifiedTradeProduct/Name|Item/Name'),
  at('Quantity', '(?:Billed|Requested)Quantity|InvoicedQuantity|CreditedQuantity|LineItem/Quantity'),
  at('Unit price', 'NetPriceProductTradePrice/ChargeAmount|Price/PriceAmount'),
  at('Tax %', 'ApplicableTradeTax/(?:RateApplicablePercent|ApplicablePercent)|ClassifiedTaxCategory/Percent'),
  at('Total', '[^/]*MonetarySummation/LineTotalAmount|LineExtensionAmount'),
];

/** One rate of tax: its element. */
export const TAX = new RegExp(
  `^(?:.*/)?(?:${SETTLEMENT}/ApplicableTradeTax|${UBL}/TaxTotal(?:\\[\\d+\\])?/TaxSubtotal)(?:\\[\\d+\\])?(?=/)`,
);

export const TAX_COLUMNS: readonly LabelledPath[] = [
  at('Category', 'CategoryCode|TaxCategory/ID'),
  at('Tax %', 'RateApplicablePercent|ApplicablePercent|TaxCategory/Percent'),
  at('Net amount', 'BasisAmount|TaxableAmount'),
  at('Tax amount', 'CalculatedAmount|^/TaxAmount'),
  at('Exemption', 'ExemptionReason|TaxExemptionReason'),
];

export const TOTALS: readonly LabelledPath[] = [
  at('Sum of lines', `${SUM}/LineTotalAmount|(?:LegalMonetaryTotal|AnticipatedMonetaryTotal)/LineExtensionAmount`),
  at('Charges', `${SUM}/ChargeTotalAmount|MonetaryTotal/ChargeTotalAmount`),
  at('Allowances', `${SUM}/AllowanceTotalAmount|MonetaryTotal/AllowanceTotalAmount`),
  at('Net total', `${SUM}/TaxBasisTotalAmount|[A-Za-z]*MonetaryTotal/TaxExclusiveAmount`),
  at('Tax total', `${SUM}/TaxTotalAmount|${ROOT}/TaxTotal/TaxAmount`),
  at('Grand total', `${SUM}/GrandTotalAmount|[A-Za-z]*MonetaryTotal/TaxInclusiveAmount`),
  at('Rounding', `${SUM}/RoundingAmount|[A-Za-z]*MonetaryTotal/PayableRoundingAmount`),
  at('Paid already', `${SUM}/TotalPrepaidAmount|[A-Za-z]*MonetaryTotal/PrepaidAmount`),
  at('Amount due', `${SUM}/DuePayableAmount|[A-Za-z]*MonetaryTotal/PayableAmount`),
];

export const PAYMENT: readonly LabelledPath[] = [
  at('IBAN', 'PayeePartyCreditorFinancialAccount/IBANID|PayeeFinancialAccount/ID'),
  at('Account', 'PayeePartyCreditorFinancialAccount/ProprietaryID'),
  at('Account holder', 'PayeePartyCreditorFinancialAccount/AccountName|PayeeFinancialAccount/Name'),
  at('BIC', 'PayeeSpecifiedCreditorFinancialInstitution/BICID|FinancialInstitutionBranch/(?:FinancialInstitution/)?ID'),
  at('Payment reference', `${SETTLEMENT}/PaymentReference|PaymentMeans/PaymentID`),
  at('Payment by', 'SpecifiedTradeSettlementPaymentMeans/Information|PaymentMeans/InstructionNote'),
  at('Terms', 'SpecifiedTradePaymentTerms/Description|PaymentTerms/Note'),
];

/** Codes of UNTDID 1001 that are told apart. */
const KINDS: Record<string, string> = {
  '326': 'Partial invoice',
  '381': 'Credit note',
  '384': 'Corrected invoice',
  '386': 'Prepayment invoice',
  '389': 'Self-billed invoice',
  '220': 'Order',
  '230': 'Order change',
  '231': 'Order response',
};

const ROOT_KINDS: readonly [RegExp, string][] = [
  [/^CreditNote/, 'Credit note'],
  [/^OrderChange/, 'Order change'],
  [/^OrderResponse/, 'Order response'],
  [/^(Order|SCRDMCCBDACIO)/, 'Order'],
];

/** How a document is called, by its root element and the code of its kind. */
export function kindOf(root: string, code: string | undefined): string {
  return KINDS[code ?? ''] ?? ROOT_KINDS.find(([pattern]) => pattern.test(root))?.[1] ?? 'Invoice';
}

/** Units of UN/ECE Recommendation 20 that are shown by name. */
export const UNITS: Record<string, string> = {
  C62: 'pcs',
  H87: 'pcs',
  EA: 'pcs',
  XPP: 'pcs',
  HUR: 'h',
  DAY: 'days',
  MON: 'months',
  ANN: 'years',
  KGM: 'kg',
  GRM: 'g',
  TNE: 't',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  MTQ: 'm³',
  LTR: 'l',
  KWH: 'kWh',
  SET: 'sets',
  LS: 'lump sum',
};
