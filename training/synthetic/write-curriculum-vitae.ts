import type { DocumentWriter } from './document-writer.ts';
import { makeCompany, makeName, makePerson } from './random-values.ts';
import { boilerplate } from './write-record.ts';

const RANKS = ['Senior', 'Junior', 'Lead', 'Head of', 'Chief', 'Assistant', '', '', 'Certified'];
const FIELDS = ['Data', 'Sales', 'Marketing', 'Software', 'Project', 'Quality', 'Kitchen', 'Nursing', 'Tax', 'Warehouse', 'Logistics'];
const JOBS = ['Engineer', 'Manager', 'Analyst', 'Accountant', 'Designer', 'Teacher', 'Technician', 'Consultant', 'Officer', 'Developer'];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
  put(pick(['Experience', 'Work experience', 'Employment']), 1.3, true);
  for (let at = 0; at < 2 + Math.floor(random() * 3); at++) {
    put(`${at ? trade() : job}, ${makeCompany(pick, random)}`, 1, writer.chance(0.5));
    put(`${2020 - at * 4} ${pick(['to', '–', '-'])} ${at ? 2024 - at * 4 : pick(['present', 'today', '2024'])}`);
    writer.paragraph(boilerplate(writer, 12), 45, width - 45);
    writer.y += size;
  }
  put(pick(['Education', 'Studies']), 1.3, true);
  put(`${pick(['MSc', 'BA', 'Diploma'])} ${pick(FIELDS)}, University of ${makeName(pick)}, ${2008 + Math.floor(random() * 8)}`);
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
  const name = pick(['current_position', 'job_title', 'profession', 'current_job']);
  writer.ask(name, 'string', job, pick(['Present job title', 'Title under the name', '']), capital(name.replace('_', ' ')));
}
