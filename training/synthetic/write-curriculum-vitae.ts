import type { DocumentWriter } from './document-writer.ts';
import { makeCompany, makeInstitution, makeName, makePerson } from './random-values.ts';
import { boilerplate } from './write-record.ts';

const RANKS = ['Senior', 'Junior', 'Lead', 'Head of', 'Chief', 'Assistant', '', '', 'Certified'];
const FIELDS = ['Data', 'Sales', 'Marketing', 'Software', 'Project', 'Quality', 'Kitchen', 'Nursing', 'Tax', 'Warehouse', 'Logistics'];
const JOBS = ['Engineer', 'Manager', 'Analyst', 'Accountant', 'Designer', 'Teacher', 'Technician', 'Consultant', 'Officer', 'Developer'];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Put = (text: string, scale?: number, bold?: boolean) => void;

/** Jobs, the latest first, in one of the ways they are set; gives the latest employer. */
function writeJobs(writer: DocumentWriter, put: Put, job: string, trade: () => string): string {
  const { pick, random, size, width } = writer;
  put(pick(['Experience', 'WORK EXPERIENCE', 'Employment', 'Professional experience', 'Berufserfahrung', 'Expérience']), 1.3, true);
  const way = Math.floor(random() * 4);
  let latest = '';
  for (let at = 0; at < 2 + Math.floor(random() * 3); at++) {
    const [title, house] = [at ? trade() : job, writer.chance(0.5) ? makeCompany(pick, random) : makeInstitution(pick)];
    latest ||= house;
    const span = `${2020 - at * 4} ${pick(['to', '–', '-'])} ${at ? 2024 - at * 4 : pick(['present', 'today', '2024'])}`;
    const bold = writer.chance(0.5);
    if (way === 0) put(`${title}, ${house}`, 1, bold);
    else for (const text of way === 1 ? [title, house] : [house, title]) put(text, 1, bold && text === title);
    if (way === 3) writer.print(span, width - 45, writer.y - size * 3, { align: 'right' });
    else put(span);
    for (let point = 0; point < 1 + Math.floor(random() * 3); point++) writer.paragraph(boilerplate(writer, 12), 45, width - 45);
    writer.y += size;
  }
  return latest;
}

/** Schools, and questions for the highest degree and where it is from. */
function writeSchools(writer: DocumentWriter, put: Put): void {
  const { pick, random } = writer;
  put(pick(['Education', 'EDUCATION', 'Studies', 'Academic background', 'Ausbildung', 'Formation']), 1.3, true);
  const way = Math.floor(random() * 3);
  const schools = ['Master of Science', 'Bachelor of Arts'].slice(0, 1 + Math.floor(random() * 2)).map((rank) => {
    const short = rank.startsWith('M') ? 'MSc' : 'BA';
    const degree = `${pick([rank, rank, short])}${pick([' in ', ', ', ': '])}${pick(FIELDS)}${pick(['', ' Management', ' Studies'])}`;
    const name = makeName(pick);
    const school = pick([`University of ${name}`, `${name} University`, `Universität ${name}`, `${name} College`]);
    return { degree, school, year: String(2008 + Math.floor(random() * 8)) };
  });
  for (const { degree, school, year } of schools) {
    if (way === 0) put(`${degree}, ${school}, ${year}`);
    else for (const text of way === 1 ? [degree, school, year] : [school, degree, year]) put(text, 1, writer.chance(0.3));
  }
  const { degree = '', school = '' } = schools[0] ?? {};
  writer.ask(pick(['degree', 'highest_degree']), 'string', degree, pick(['Highest degree', 'Degree, such as Bachelor of Arts', '']));
  writer.ask(pick(['university', 'school']), 'string', school, pick(['University of the highest degree', 'Where the degree is from', '']));
}

/** A curriculum vitae: the name in large print, the trade under it, contact lines without labels, jobs and schools. */
export function writeCurriculumVitae(writer: DocumentWriter): void {
  const { pick, random, size, width } = writer;
  const person = makePerson(pick);
  const trade = () => `${pick(RANKS)} ${pick(FIELDS)} ${pick(JOBS)}`.trim();
  const job = trade();
  const town = makeName(pick);
  const email = `${person.toLowerCase().replace(' ', '.')}@${makeName(pick).toLowerCase()}.example`;
  const phone = `+${Math.floor(10 + random() * 80)} ${Math.floor(20 + random() * 70)} ${Math.floor(1e6 + random() * 8e6)}`;
  const centred = writer.chance(0.3);
  const put = (text: string, scale = 1, bold = false) => {
    writer.print(text, centred ? width / 2 : 45, writer.y, { size: size * scale, bold, align: centred ? 'centre' : 'left' });
    writer.y += size * scale * 1.5;
  };
  if (writer.chance(0.2)) put(pick(['Curriculum vitae', 'CV', 'Résumé', 'Lebenslauf']), 1.1);
  put(person, 1.6 + random(), writer.chance(0.5));
  put(job, 1.1 + random() * 0.3);
  writer.y += size;
  const lines = [email, phone, writer.chance(0.5) ? town : `${Math.floor(10000 + random() * 80000)} ${town}`].sort(() => random() - 0.5);
  const labels: Record<string, string> = { [email]: 'E-mail', [phone]: 'Phone' };
  const labelled = writer.chance(0.35);
  if (writer.chance(0.6)) put(pick(['Contact', 'Kontakt', 'Details']), 1.1, true);
  for (const text of lines) put(labelled ? `${labels[text] ?? pick(['Location', 'City', 'Lives in'])}: ${text}` : text);
  writer.y += size;
  const employer = writeJobs(writer, put, job, trade);
  writeSchools(writer, put);
  const place = lines.find((text) => text.endsWith(town)) ?? town;
  writer.ask(
    pick(['full_name', 'name', 'applicant_name']),
    'string',
    person,
    pick(['Name of the person', 'Name; usually the largest line', '']),
  );
  writer.ask(pick(['email', 'email_address']), 'string', email, '');
  writer.ask(pick(['phone', 'phone_number']), 'string', phone, '');
  writer.ask(pick(['location', 'city', 'residence']), 'string', place, pick(['Town or address where the person lives', '']));
  writer.ask(
    pick(['current_employer', 'employer', 'present_company', 'last_company']),
    'string',
    employer,
    pick(['Most recent employer', 'Company of the latest job', '']),
  );
  const name = pick(['current_position', 'job_title', 'profession', 'current_job']);
  writer.ask(
    name,
    'string',
    job,
    pick(['Present job title', 'Job title of the most recent position', '']),
    capital(name.replace('_', ' ')),
  );
}
