import { foldText } from '#lib/document/values/fold-text.ts';

const STATES =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico|Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|New South Wales|Victoria|Queensland|England|Scotland|Wales|Northern Ireland|England and Wales|Bayern|Hessen|Sachsen|Berlin|Hamburg|Bremen|Brandenburg|Selangor|Johor|Penang|Perak|Kedah|Pahang|Kuala Lumpur|Melaka|Negeri Sembilan|Sabah|Sarawak';
const COUNTRIES =
  'Afghanistan|Albania|Algeria|Andorra|Angola|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Bermuda|Bolivia|Bosnia and Herzegovina|Botswana|Brazil|British Virgin Islands|Brunei|Bulgaria|Cambodia|Cameroon|Canada|Cayman Islands|Chile|China|Colombia|Congo|Costa Rica|Croatia|Cuba|Cyprus|Czech Republic|Czechia|Denmark|Dominican Republic|Ecuador|Egypt|El Salvador|Estonia|Ethiopia|Finland|France|Georgia|Germany|Ghana|Greece|Guatemala|Haiti|Honduras|Hong Kong|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Jamaica|Japan|Jordan|Kazakhstan|Kenya|Korea|South Korea|North Korea|Kuwait|Latvia|Lebanon|Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Macau|Malaysia|Malta|Mauritius|Mexico|Moldova|Monaco|Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nepal|Netherlands|New Zealand|Nicaragua|Nigeria|Norway|Oman|Pakistan|Panama|Paraguay|Peru|Philippines|Poland|Portugal|Qatar|Romania|Russia|Rwanda|Saudi Arabia|Senegal|Serbia|Singapore|Slovakia|Slovenia|South Africa|Spain|Sri Lanka|Sudan|Sweden|Switzerland|Syria|Taiwan|Tanzania|Thailand|Tunisia|Turkey|Uganda|Ukraine|United Arab Emirates|United Kingdom|Great Britain|United States|United States of America|USA|Uruguay|Uzbekistan|Venezuela|Vietnam|Yemen|Zambia|Zimbabwe|Deutschland|Österreich|Schweiz|Frankreich|Italien|Spanien|Niederlande|Belgien|Polen|Allemagne|Belgique|Suisse|Espagne|Italie|España|Francia|Alemania|Italia|Nederland|België|Brasil|Polska|Niemcy';
const NAMES = `${STATES}|${COUNTRIES}`.split('|');
const KEYS = new Set(NAMES.map((name) => foldText(name)));
const PATTERN = new RegExp(
  `(?<![\\p{L}])(?:${[...new Set(NAMES)]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/ /g, '\\s'))
    .join('|')})(?![\\p{L}])`,
  'giu',
);

/** True for the name of a country or of a state or province of a federal one (any case, accents optional). */
export function isPlace(text: string): boolean {
  return text.length > 2 && KEYS.has(foldText(text.trim()));
}

/** Finds names of countries, states and provinces in a text; offsets are half-open. Written in lower case they do not count. */
export function findPlaces(text: string): { start: number; end: number; name: string }[] {
  const found: { start: number; end: number; name: string }[] = [];
  PATTERN.lastIndex = 0;
  for (let match = PATTERN.exec(text); match; match = PATTERN.exec(text))
    if (/^\p{Lu}/u.test(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, name: match[0].replace(/\s+/g, ' ') });
  return found;
}
