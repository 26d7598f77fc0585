import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { field, rows } from './field.ts';

export const curriculumVitae: SchemaDraft = {
  name: 'CV',
  description: 'A person’s career, education and skills.',
  fields: [
    field('full_name', 'string', 'Full name', 'Name of the person; usually the largest line at the top.', {
      required: true,
      format: 'person',
    }),
    field('email', 'string', 'E-mail', 'E-mail address.', { format: 'email' }),
    field('phone', 'string', 'Phone', 'Phone number.', { format: 'phone' }),
    field('location', 'string', 'Location', 'Town or address where the person lives.'),
    field('website', 'string', 'Website', 'Own page, portfolio or profile.', { format: 'url' }),
    field('current_position', 'string', 'Current position', 'Present job title, or the title under the name.'),
    field('summary', 'string', 'Summary', 'Profile in the person’s own words.'),
    field('skills', 'list', 'Skills', 'Skills, tools and methods.'),
    field('languages', 'list', 'Languages', 'Languages spoken, with the level when stated.'),
    rows('experience', 'Experience', 'Jobs, newest first.', [
      field('employer', 'string', 'Employer', 'Company or organisation.', { format: 'organisation' }),
      field('position', 'string', 'Position', 'Job title.'),
      field('period', 'string', 'Period', 'From when to when.'),
    ]),
    rows('education', 'Education', 'Schools, degrees and courses, newest first.', [
      field('institution', 'string', 'Institution', 'School or university.', { format: 'organisation' }),
      field('degree', 'string', 'Degree', 'Degree, certificate or subject.'),
      field('period', 'string', 'Period', 'From when to when, or the year.'),
    ]),
  ],
  rules: [],
};
