/**
 * How units of measure are printed behind a figure, and called by owners of schemas: folded patterns for all languages together, for most
 * of them are signs or nearly the same word everywhere. Longer times are under `durations` of each language.
 */
export const MEASURES = {
  kilogram:
    'kgs?|kgm|kilos?|kilogram(?:m|me|mes|s|i|y|u|ow|os|as|men)?|kilogramm[aei]|chilogramm[io]|kilogramos?|quilogramas?|quilos?|chili',
  gram: 'g|gr|grams?|gramm|grammes?|gramos?|grammi|gramas?',
  tonne: 't|mt|tons?|tonnes?|tonnen|toneladas?|tonnellate|tuny?|tun|ton',
  pound: 'lbs?|pounds?',
  kilometre: 'kms?|kilomet(?:re|er|ro|r)s?|chilometr[io]|quilometros?',
  mile: 'mi|miles?|meilen|milles|millas',
  metre: 'm|met(?:re|er|ro)s?|metri',
  centimetre: 'cm|centimet(?:re|er|ro)s?',
  millimetre: 'mm|millimet(?:re|er|ro)s?|milimetros?',
  litre: 'l|ltrs?|litres?|liters?|litros?|litri|litry|litru',
  millilitre: 'ml|millilitres?|milliliters?|mililitros?',
  kilowatt_hour: 'kwh|kilowatt ?hours?|kilowattstunden?',
  kilowatt: 'kw|kilowatts?',
  horsepower: 'hp|bhp|ps|cv|ch|pk|hk|horse ?power',
  cubic_centimetre: 'cc|ccm|cm3|cmc|cubic cent[a-z]*',
  cubic_metre: 'm3|cbm|cubic met[a-z]*|kubikmeter',
  square_metre: 'm2|qm|sqm|sq m|square met[a-z]*|quadratmeter',
  percent: '%|percent|per cent|prozent|procent|pourcent|por ciento|por cento|per cento|pct|proc',
  hour: 'h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae]|uur|uren|godz|godzin[ay]?|hod|hodin[ay]?|tim|timm(?:e|ar)',
  minute: 'mins?|minutes?|minuten|minuut|minutos?|minuto|minuti|minut[ay]?|minuter',
} as const;
