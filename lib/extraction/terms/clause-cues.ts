import type { FieldProfile } from './field-profile.ts';

/** What leads up to a value in the clauses of contracts: for which fields, and the words right before the value, in eight languages. */
export type ClauseCue = { isFor: (profile: FieldProfile) => boolean; words: readonly string[] };

const list = (text: string): string[] => text.split('|').map((entry) => entry.trim());
const isConcept = (profile: FieldProfile, id: string) => profile.concepts[0]?.id === id;
const isEnd = ({ kind, tags, concepts }: FieldProfile) =>
  kind === 'date' && tags.has('end') && !tags.has('start') && concepts.every(({ id }) => id !== 'due_date');

export const CLAUSE_CUES: readonly ClauseCue[] = [
  {
    isFor: (profile) => profile.kind === 'date' && isConcept(profile, 'effective_date'),
    words: list(
      'commences on|begins on|starts on|with effect from|takes effect on|beginnt am|beginnt mit dem|beginnt zum|tritt am|in Kraft am|mit Wirkung vom|mit Wirkung zum|mit Wirkung ab|prend effet le|entre en vigueur le|à compter du|commence le|entra en vigor el|comienza el|con efectos desde el|decorre dal|con decorrenza dal|ha inizio il|gaat in op|met ingang van|tem início em|entra em vigor em|wchodzi w życie z dniem|obowiązuje od dnia|rozpoczyna się dnia',
    ),
  },
  {
    isFor: isEnd,
    words: list(
      'ends on|expires on|terminates on|ending on|expiring on|endet am|endet zum|endet mit dem|läuft am|befristet bis zum|prend fin le|expire le|se termine le|finaliza el|termina el|vence el|termina il|scade il|cessa il|eindigt op|loopt af op|termina em|cessa em|kończy się dnia|obowiązuje do dnia',
    ),
  },
  {
    isFor: (profile) => profile.kind === 'duration' && isConcept(profile, 'notice_period'),
    words: list(
      'by giving|on giving|notice of|notice period of|mit einer Frist von|unter Einhaltung einer Frist von|Kündigungsfrist von|Kündigungsfrist beträgt|moyennant un préavis de|préavis de|con un preaviso de|preaviso de|con un preavviso di|preavviso di|opzegtermijn van|pré-aviso de|aviso prévio de|z zachowaniem okresu wypowiedzenia|wypowiedzenia wynosi',
    ),
  },
  {
    isFor: (profile) => profile.kind === 'duration' && isConcept(profile, 'term_duration'),
    words: list(
      'continues for a period of|continue for a period of|for a term of|for an initial term of|for a fixed term of|auf die Dauer von|für die Dauer von|Laufzeit von|Laufzeit beträgt|pour une durée de|por un plazo de|con una duración de|per la durata di|per un periodo di|voor de duur van|looptijd van|pelo prazo de|na okres',
    ),
  },
  {
    isFor: (profile) => profile.kind === 'money' && isConcept(profile, 'contract_value'),
    words: list(
      'total fee of|total fees of|fixed fee of|total price of|total sum of|contract price of|Gesamtpreis von|Gesamtvergütung von|Pauschalpreis von|Gesamtpreis beträgt|Gesamtvergütung beträgt|prix total de|montant total de|precio total de|importe total de|prezzo complessivo di|corrispettivo complessivo di|totaalprijs van|preço total de|łączna cena wynosi',
    ),
  },
];
