/** Names of the days of the week, folded: en, de, fr, es, it, nl, pt, pl. */
const NAMES =
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo lunedi martedi mercoledi giovedi venerdi domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag segunda-feira terca-feira quarta-feira quinta-feira sexta-feira segunda terca quarta quinta sexta poniedzialek wtorek sroda srode czwartek piatek sobota niedziela';
/** Short forms that are no other word where a day of the month follows, with or without a dot. */
const SHORT = 'mon tue tues wed weds thu thur thurs fri sat sun lun mer jeu ven sam dim mie jue vie sab dom gio pon czw ndz';
/** Short forms that need their dot or comma. */
const DOTTED = 'mo di mi do fr sa so mar ma wo vr za zo seg ter qua qui sex wt sr pt sob nd';

const oneOf = (names: string) => names.split(' ').join('|');

/** Source of a regular expression for the day of the week that leads up to a date, with what parts it from the date. */
export const dayNamePattern: string = `(?:(?:(?:${oneOf(NAMES)}|${oneOf(SHORT)})[.,]?|(?:${oneOf(DOTTED)})(?:[.,]|\\.,))\\s{1,2})`;
