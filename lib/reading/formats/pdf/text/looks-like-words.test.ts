import { describe, expect, it } from 'vitest';
import { looksLikeWords } from './looks-like-words.ts';

const SENTENCES = {
  english: 'We deliver the goods within fourteen days after the receipt of your written order and thank you for the trust',
  german: 'Wir bitten um Überweisung des Rechnungsbetrages innerhalb von vierzehn Tagen ohne Abzug auf unser unten genanntes Konto',
  french: 'Nous vous prions de bien vouloir régler cette somme avant la fin du mois sur notre compte bancaire indiqué ci-dessous',
  polish: 'Prosimy o zapłatę należności w terminie wskazanym na fakturze na rachunek bankowy podany poniżej w tym piśmie',
  finnish: 'Pyydämme maksamaan laskun eräpäivään mennessä alla mainitulle pankkitilille käyttäen annettua viitenumeroa maksussa',
};

describe('whether words look like those of a language', () => {
  it.each(Object.entries(SENTENCES))('takes %s for a language, and not with its letters shifted', (_, sentence) => {
    expect(looksLikeWords(sentence.split(' '))).toBe(true);
    const shifted = sentence
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 3) % 26) + 97));
    expect(looksLikeWords(shifted.split(' '))).toBe(false);
  });

  it('says nothing against numbers, codes, few words and other scripts', () => {
    expect(looksLikeWords(['XKZR', 'QWPL', '4711', '12.50'])).toBe(true);
    expect(looksLikeWords(Array.from({ length: 90 }, () => 'Счет-фактура'))).toBe(true);
    expect(looksLikeWords(Array.from({ length: 90 }, () => '請求書の金額'))).toBe(true);
  });
});
