import { describe, expect, it } from 'vitest';
import { parseBarcode } from './parse-barcode.ts';

const read = (text: string) => Object.fromEntries(parseBarcode(text).map(({ labels, value }) => [labels[0], value]));

describe('a licence of North America', () => {
  const HEADER = '@\n\u001e\rANSI 636000090002DL00410278ZV03190008';
  const LICENCE = `${HEADER}DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\nDBA12102024\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCF2424244747474786102204\nDCGUSA\rZVZVA01\r`;

  it('says name, number, days, sex and address', () => {
    expect(read(LICENCE)).toMatchObject({
      'Driver licence number': 'T64235789',
      Surname: 'SAMPLE',
      'Given names': 'MICHAEL JOHN',
      'Date of birth': '1986-06-06',
      'Date of issue': '2019-06-06',
      'Date of expiry': '2024-12-10',
      Sex: 'M',
      Address: '2300 WEST BROAD STREET, RICHMOND, VA 23269',
      'Issuing country': 'USA',
    });
  });

  it('has its days year first in Canada', () => {
    expect(read(LICENCE.replace('DCGUSA', 'DCGCAN').replace('DBB06061986', 'DBB19860607'))).toMatchObject({
      'Date of birth': '1986-06-07',
    });
  });

  it('has its name in one element in the first version', () => {
    const old = '@\n\u001e\rANSI 6360000102DL00390188DLDAAPUBLIC,JOHN,QUINCY\nDAQU7654321\nDBB19710923\nDBCM\nDBA20090923\r';
    expect(read(old)).toMatchObject({ Surname: 'PUBLIC', 'Given names': 'JOHN QUINCY', 'Date of birth': '1971-09-23', Sex: 'M' });
  });
});

describe('a code for payment', () => {
  const EPC = 'BCD\n002\n1\nSCT\nBFSWDE33BER\nUtopia Rescue\nDE89370400440532013000\nEUR12.30\n\nRF18539007547034\n';

  it('says whom to pay what', () => {
    expect(read(EPC)).toEqual({
      IBAN: 'DE89370400440532013000',
      BIC: 'BFSWDE33BER',
      'Creditor name': 'Utopia Rescue',
      'Amount to pay': 12.3,
      'Payment reference': 'RF18539007547034',
    });
  });

  it('says nothing where the IBAN is wrong', () => {
    expect(read(EPC.replace('3000\n', '3001\n'))).toEqual({});
  });

  it('says both parties in Switzerland', () => {
    const creditor = 'S\nUtopia AG\nHauptstrasse\n1\n8000\nZurich\nCH';
    const debtor = 'S\nLea Berg\nSeeweg\n22\n9400\nRorschach\nCH';
    const text = `SPC\n0200\n1\nCH9300762011623852957\n${creditor}\n\n\n\n\n\n\n\n1949.75\nCHF\n${debtor}\nSCOR\nRF18539007547034\nOrder of June\nEPD`;
    expect(read(text)).toEqual({
      IBAN: 'CH9300762011623852957',
      'Creditor name': 'Utopia AG',
      'Creditor address': 'Hauptstrasse 1, 8000 Zurich',
      'Amount to pay': 1949.75,
      'Debtor name': 'Lea Berg',
      'Debtor address': 'Seeweg 22, 9400 Rorschach',
      'Payment reference': 'RF18539007547034',
      'Purpose of payment': 'Order of June',
    });
  });
});

it('other barcodes say nothing', () => {
  expect(parseBarcode('https://example.org/bill?BCD')).toEqual([]);
  expect(parseBarcode('')).toEqual([]);
});
