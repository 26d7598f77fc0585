/** The product as it names itself to others. */
export const PRODUCT = { name: 'Countersign', version: '0.1.0' } as const;
