import { describe, expect, it } from 'vitest';
import { guessLanguage } from './guess-language.ts';

const words = (text: string) => text.split(' ');

describe('guessLanguage', () => {
  it.each([
    ['de', 'Die Rechnung ist bis zum 3. Mai ohne Abzug zu zahlen und wird nicht gemahnt'],
    ['fr', 'Le montant de la facture est payable dans les trente jours par virement'],
    ['es', 'El importe de la factura se paga en la fecha de vencimiento con el numero del pedido'],
    ['it', 'Il prezzo totale della fattura non include le spese per la consegna'],
    ['nl', 'Het bedrag van deze factuur moet voor de vervaldatum op onze rekening zijn'],
    ['pt', 'O valor da fatura nao inclui os custos de entrega dos produtos para o cliente'],
    ['pl', 'Faktura nie jest podpisana przez odbiorce i termin platnosci wynosi siedem dni od daty'],
    ['en', 'The amount of this invoice is due on the date given and not before'],
  ])('recognises %s', (language, text) => {
    expect(guessLanguage(words(text), ['en'])).toBe(language);
  });

  it('tells short texts of related languages apart by the words they do not share', () => {
    expect(guessLanguage(words('La societa ha piu sedi in citta'), ['en'])).toBe('it');
    expect(guessLanguage(words('La sociedad paga la factura a la vista y sin demora'), ['en'])).toBe('es');
    expect(guessLanguage(words('La commune est dans la vallee'), ['en'])).toBe('fr');
  });

  it('takes the few words of an English receipt for English', () => {
    expect(guessLanguage(words('Invoice No 12 Date 3.4. Item Qty Total Cash Change Due'), [])).toBe('en');
  });

  it('believes the expected language when the words say nothing, and the words when they say something else', () => {
    expect(guessLanguage(words('4711 0815 ABC'), ['fr'])).toBe('fr');
    expect(guessLanguage(words('4711 0815 ABC'), [])).toBe('en');
    expect(guessLanguage(words('Der Betrag ist zahlbar'), ['en', 'fr'])).toBe('de');
  });
});
