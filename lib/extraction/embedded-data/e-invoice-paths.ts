/** What an element of an e-invoice means: concept of the label knowledge, party it belongs to. */
export type StatedMeaning = { path: RegExp; concept: string; role?: string; scheme?: RegExp };

const meaning = (path: string, concept: string, role?: string, scheme?: RegExp): StatedMeaning => ({
  path: new RegExp(`(?:^|/)${path}$`),
  concept,
  ...(role ? { role } : {}),
  ...(scheme ? { scheme } : {}),
});

/**
 * Header elements of Cross Industry Invoice (ZUGFeRD 1 to 2, Factur-X, XRechnung, Order-X) and of UBL invoices and orders.
 * Indices are taken out of the paths before they are compared. The first element that fits wins.
 */
export const HEADER_MEANINGS: readonly StatedMeaning[] = [
  meaning('(?:Header)?ExchangedDocument/ID', 'invoice_number'),
  meaning('(?:Header)?ExchangedDocument/ID', 'order_number_own'),
  meaning('(?:Header)?ExchangedDocument/IssueDateTime/DateTimeString', 'invoice_date'),
  meaning('(?:Header)?ExchangedDocument/IssueDateTime/DateTimeString', 'order_date'),
  meaning('SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString', 'due_date'),
  meaning('ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString', 'delivery_date'),
  meaning('ApplicableHeaderTradeSettlement/BillingSpecifiedPeriod/EndDateTime/DateTimeString', 'delivery_date'),
  meaning('RequestedDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString', 'requested_delivery_date'),
  meaning('Applicable(?:Header|SupplyChain)TradeAgreement/SellerTradeParty/Name', 'party_name', 'seller'),
  meaning('Applicable(?:Header|SupplyChain)TradeAgreement/BuyerTradeParty/Name', 'party_name', 'buyer'),
  meaning('Applicable(?:Header|SupplyChain)TradeDelivery/ShipToTradeParty/Name', 'party_name', 'ship_to'),
  meaning('SellerTradeParty/SpecifiedTaxRegistration/ID', 'vat_id', 'seller', /^VA$/),
  meaning('BuyerTradeParty/SpecifiedTaxRegistration/ID', 'vat_id', 'buyer', /^VA$/),
  meaning('SellerTradeParty/SpecifiedTaxRegistration/ID', 'tax_number', 'seller', /^FC$/),
  meaning('BuyerTradeParty/SpecifiedTaxRegistration/ID', 'tax_number', 'buyer', /^FC$/),
  meaning('BuyerTradeParty/ID', 'customer_number'),
  meaning('BuyerOrderReferencedDocument/(?:ID|IssuerAssignedID)', 'order_number'),
  meaning('ContractReferencedDocument/(?:ID|IssuerAssignedID)', 'contract_number'),
  meaning('(?:InvoiceCurrencyCode|OrderCurrencyCode)', 'currency'),
  meaning(
    '(?:ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement)/[^/]*MonetarySummation/TaxBasisTotalAmount',
    'net_total',
  ),
  meaning('(?:ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement)/[^/]*MonetarySummation/TaxTotalAmount', 'tax_total'),
  meaning(
    '(?:ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement)/[^/]*MonetarySummation/GrandTotalAmount',
    'grand_total',
  ),
  meaning('(?:ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement)/[^/]*MonetarySummation/DuePayableAmount', 'amount_due'),
  meaning(
    '(?:ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement)/[^/]*MonetarySummation/TotalPrepaidAmount',
    'paid_amount',
  ),
  meaning('PayeePartyCreditorFinancialAccount/IBANID', 'iban'),
  meaning('PayeeSpecifiedCreditorFinancialInstitution/BICID', 'bic'),
  meaning('(?:Invoice|CreditNote)/ID', 'invoice_number'),
  meaning('(?:Order|OrderChange|OrderResponse|OrderResponseSimple)/ID', 'order_number_own'),
  meaning('(?:Invoice|CreditNote)/IssueDate', 'invoice_date'),
  meaning('(?:Order|OrderChange|OrderResponse)/IssueDate', 'order_date'),
  meaning('(?:Invoice|CreditNote)/DueDate', 'due_date'),
  meaning('PaymentMeans/PaymentDueDate', 'due_date'),
  meaning('Delivery/ActualDeliveryDate', 'delivery_date'),
  meaning('DocumentCurrencyCode', 'currency'),
  meaning('OrderReference/ID', 'order_number'),
  meaning('(?:AccountingSupplierParty|SellerSupplierParty)/Party/PartyLegalEntity/RegistrationName', 'party_name', 'seller'),
  meaning('(?:AccountingSupplierParty|SellerSupplierParty)/Party/PartyName/Name', 'party_name', 'seller'),
  meaning('(?:AccountingCustomerParty|BuyerCustomerParty)/Party/PartyLegalEntity/RegistrationName', 'party_name', 'buyer'),
  meaning('(?:AccountingCustomerParty|BuyerCustomerParty)/Party/PartyName/Name', 'party_name', 'buyer'),
  meaning('AccountingSupplierParty/Party/PartyTaxScheme/CompanyID', 'vat_id', 'seller'),
  meaning('AccountingCustomerParty/Party/PartyTaxScheme/CompanyID', 'vat_id', 'buyer'),
  meaning('LegalMonetaryTotal/TaxExclusiveAmount', 'net_total'),
  meaning('(?:Invoice|CreditNote)/TaxTotal/TaxAmount', 'tax_total'),
  meaning('LegalMonetaryTotal/TaxInclusiveAmount', 'grand_total'),
  meaning('LegalMonetaryTotal/PayableAmount', 'amount_due'),
  meaning('LegalMonetaryTotal/PrepaidAmount', 'paid_amount'),
  meaning('PayeeFinancialAccount/ID', 'iban'),
  meaning('PayeeFinancialAccount/FinancialInstitutionBranch/(?:FinancialInstitution/)?ID', 'bic'),
];

/** Element that holds one position of the document. */
export const LINE_ELEMENT = /(?:^|\/)(?:IncludedSupplyChainTradeLineItem|InvoiceLine|CreditNoteLine|OrderLine)(?:\[(\d+)\])?\//;

/** Elements within a position. */
export const LINE_MEANINGS: readonly StatedMeaning[] = [
  meaning('SpecifiedTradeProduct/Name', 'item_description'),
  meaning('SpecifiedTradeProduct/SellerAssignedID', 'item_id'),
  meaning('SpecifiedTradeProduct/GlobalID', 'item_id'),
  meaning('(?:SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery)/(?:BilledQuantity|RequestedQuantity)', 'quantity'),
  meaning('NetPriceProductTradePrice/ChargeAmount', 'unit_price'),
  meaning('(?:ApplicableTradeTax)/(?:RateApplicablePercent|ApplicablePercent)', 'tax_rate'),
  meaning('[^/]*MonetarySummation/LineTotalAmount', 'line_total'),
  meaning('Item/Name', 'item_description'),
  meaning('Item/SellersItemIdentification/ID', 'item_id'),
  meaning('(?:InvoicedQuantity|CreditedQuantity|Quantity)', 'quantity'),
  meaning('Price/PriceAmount', 'unit_price'),
  meaning('Item/ClassifiedTaxCategory/Percent', 'tax_rate'),
  meaning('LineExtensionAmount', 'line_total'),
];
