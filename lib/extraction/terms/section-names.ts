import { foldText } from '#lib/document/values/fold-text.ts';

/** What sections of papers about persons, projects and journeys are called, as folded words, by what they tell. */
const SECTIONS: Record<string, readonly string[]> = {
  work: [
    'experience|work experience|working experience|professional experience|work history|employment|employments|employment history|employment record|career|career history|career summary|professional background|professional history|relevant experience|jobs|job history|positions|positions held|appointments|previous employment|industry experience',
    'berufserfahrung|berufliche erfahrung|beruflicher werdegang|berufspraxis|berufstatigkeit|berufliche stationen|werdegang|praktische erfahrung|arbeitserfahrung|arbeitsverhaltnisse',
    'experience professionnelle|experiences professionnelles|parcours professionnel|experiences|emplois|carriere',
    'experiencia|experiencia laboral|experiencia profesional|trayectoria profesional|historial laboral|empleos',
    'esperienza|esperienze|esperienza lavorativa|esperienze lavorative|esperienza professionale|esperienze professionali',
    'werkervaring|loopbaan|arbeidsverleden|experiencia de trabalho|experiencia profissional|experiencias profissionais|historico profissional',
    'doswiadczenie|doswiadczenie zawodowe|przebieg kariery|zatrudnienie',
  ],
  education: [
    'education|educations|educational background|academic background|academic history|schools|schooling|studies|degrees|academic qualifications|qualifications|training|education and training',
    'ausbildung|bildung|bildungsweg|schulbildung|studium|bildungsgang|akademische ausbildung|ausbildung und studium|weiterbildung',
    'formation|formations|etudes|diplomes|parcours scolaire|cursus|scolarite|formation academique',
    'educacion|formacion|formacion academica|estudios|titulos|istruzione|formazione|istruzione e formazione|studi|opleiding|opleidingen|educacao|formacao|formacao academica|wyksztalcenie|edukacja',
  ],
  projects: ['projects|project|personal projects|selected projects|projekte|projets|proyectos|progetti|projecten|projetos|projekty'],
  publications: [
    'publications|publication|papers|selected publications|publikationen|veroffentlichungen|publicaciones|pubblicazioni|publicaties|publikacje',
  ],
  skills: [
    'skills|technical skills|core skills|key skills|skill highlights|highlights|core qualifications|core competencies|competencies|technologies|expertise|tools|kenntnisse|fahigkeiten|fachkenntnisse|kompetenzen|edv kenntnisse|competences|habilidades|aptitudes|competencias|competenze|vaardigheden|umiejetnosci',
  ],
  languages: ['languages|language skills|sprachen|sprachkenntnisse|langues|idiomas|lingue|talen|jezyki'],
  certificates: [
    'certifications|certificates|certification|licenses|licenses and certifications|courses|zertifikate|zertifizierungen|certificats|certificaciones|certificazioni|certificaten|kursy|certyfikaty',
  ],
  awards: [
    'awards|honors|honours|honors and awards|awards and honors|selected honors|achievements|accomplishments|auszeichnungen|distinctions|premios|premi|prijzen',
  ],
  summary: [
    'summary|profile|professional summary|about|about me|objective|career objective|personal statement|profil|uber mich|zusammenfassung|profil professionnel|resumen|perfil|profilo|profiel|o mnie',
  ],
  interests: ['interests|hobbies|hobbies and interests|interessen|loisirs|centres d interet|intereses|aficiones|interessi|zainteresowania'],
  references: ['references|referees|referenzen|referencias|referenze|referenties|referencje'],
  volunteering: [
    'volunteering|volunteer experience|volunteer work|community service|ehrenamt|benevolat|voluntariado|volontariato|vrijwilligerswerk|wolontariat',
  ],
  contact: [
    'contact|contact information|contact details|personal information|personal details|kontakt|personliche daten|coordonnees|contacto|datos personales|contatti|personalia|dane osobowe',
  ],
};

const NAMES = new Map<string, string>();
for (const [section, lists] of Object.entries(SECTIONS))
  for (const list of lists) for (const name of list.split('|')) if (!NAMES.has(name)) NAMES.set(name, section);

function wordsOf(text: string): string {
  return foldText(text)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The section that a whole heading names ("Work Experience", "BERUFSERFAHRUNG:"), or null. */
export function sectionOfHeading(heading: string): string | null {
  return NAMES.get(wordsOf(heading)) ?? null;
}

/** The sections that a field asks for by any of its words: its name, its label or its description names one. */
export function sectionsAskedFor(texts: readonly string[]): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text.replace(/([a-z])([A-Z])/g, '$1 $2')).split(' ');
    for (let start = 0; start < words.length; start++)
      for (let end = start + 1; end <= Math.min(words.length, start + 3); end++) {
        const section = NAMES.get(words.slice(start, end).join(' '));
        if (section) asked.add(section);
      }
  }
  return asked;
}
