import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (hex: string) => Buffer.from(hex.replace(/\s/g, ''), 'hex');
const repeated = (part: Buffer) => Buffer.concat(Array.from({ length: 4 }, () => Buffer.concat([part, Buffer.from('\n')])));

describe('decodeText', () => {
  it.each([
    [
      'German of DOS',
      'ibm850',
      '5265 63 686e756e6720 66 81 72 20 47 72 94 e1 65 20 75 6e 64 20 9a 62 75 6e 67',
      'Rechnung für Größe und Übung',
    ],
    ['Polish in ISO 8859-2', 'iso-8859-2', '5a 61 bf f3 b3 e6 20 67 ea b6 6c b1 20 6a 61 bc f1', 'Zażółć gęślą jaźń'],
    ['Hebrew', 'windows-1255', 'f1 ea 20 e4 eb ec 20 e0 ec f3 20 f9 f7 ec e9 ed', 'סך הכל אלף שקלים'],
    ['Arabic', 'windows-1256', 'c7 e1 e3 cc e3 e6 da 20 c3 e1 dd 20 cf ed e4 c7 d1', 'المجموع ألف دينار'],
    ['Greek', 'windows-1253', 'd4 e9 ec ef eb fc e3 e9 ef 20 f3 fd ed ef eb ef', 'Τιμολόγιο σύνολο'],
    ['Russian in KOI8', 'koi8-r', 'e9 d4 cf c7 cf 20 d4 d9 d3 d1 de c1 20 d2 d5 c2 cc c5 ca', 'Итого тысяча рублей'],
  ])('knows %s by its letters', (_what, encoding, hex, text) => {
    const decoded = decodeText(repeated(bytes(hex)));
    expect(decoded.encoding).toBe(encoding);
    expect(decoded.text.split('\n')[0]).toBe(text);
  });

  it('does not take Western letters for the halves of Chinese ones', () => {
    expect(decodeText(Buffer.from('Straße, Größe, Äpfel, déjà vu, garçon, niño, coração', 'latin1')).encoding).toBe('windows-1252');
  });

  it('reads UTF-32 in both orders by its mark', () => {
    expect(decodeText(bytes('fffe0000 48000000 69000000')).text).toBe('Hi');
    expect(decodeText(bytes('0000feff 00000048 00000069')).text).toBe('Hi');
  });
});
