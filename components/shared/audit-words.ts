import type { AuditEntry } from '#lib/contract/desk/audit-entry.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { formatConfidence, formatMoment } from './format.ts';
import { PRIORITY_WORDS } from './priority-words.ts';

/** Events whose names alone would not be understood. */
const SAID: Record<string, string> = {
  'document.indexed': 'Document read',
  'document.unclassified': 'Kind not detected',
  'document.classified': 'Kind detected',
  'document.extracted': 'Fields extracted',
  'document.parked': 'Schema ID needed',
  'document.resumed': 'Continued with the schema ID',
  'document.sent_to_compare': 'Began to send to another service, to compare',
  'document.sent_for_opinion': 'Began to send to another service, for a second opinion',
  'document.taught': 'Taught the service',
  'document.untaught': 'Took back what it taught',
  'document.forgotten': 'Forgot what it taught',
  'schema.forgotten': 'Forgot everything it had learned',
  'schema.layout_forgotten': 'Forgot a layout',
  'schema.example_forgotten': 'Forgot an example from elsewhere',
  'schema.memory_exported': 'Exported what it had learned',
  'schema.memory_imported': 'Imported memory',
  'service_example.imported': 'Memory imported at the service',
  'insights.settings': 'Figures of people changed',
  'insights.nightly_check': 'Nightly check changed',
  'split.looked': 'Split boundaries detected',
  'split.look_requested': 'Split boundaries requested',
  'split.look_failed': 'Split boundaries not found',
  'split.dismissed': 'Kept as one document',
  'sample.drawn': 'Drawn for a quality sample',
  'sample.looked': 'Quality sample checked',
  'sample.differs': 'Quality sample differs',
  'account.mail_changed': 'E-mail about the inbox changed',
  'sign_in.failed': 'Sign-in failed',
  'sign_in.limited': 'Sign-in rate limited',
  'sign_in.left_out': 'Failed sign-ins omitted',
  'api_key.made': 'API key created',
  'api_key.revoked': 'API key revoked',
  'view.saved': 'Shared view saved',
  'view.removed': 'Shared view deleted',
  'service_schema.created': 'Service schema created',
  'service_schema.changed': 'Service schema changed',
  'service_schema.removed': 'Service schema removed',
};

/** `value.corrected` → `Value corrected`. */
export function eventWords(event: string): string {
  const said = SAID[event];
  if (said) return said;
  const words = event.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Something with no name, of no use to a reader. */
const isKey = (value: unknown) => typeof value === 'string' && UUID.test(value);
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Any value of the trail in a line: `–` for nothing, a name for a person, `name: value` for the parts of an object. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return ISO_MOMENT.test(value) ? formatMoment(value) : value;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join(', ');
  if ('name' in value && 'id' in value) return String(value.name);
  return Object.entries(value)
    .filter(([, part]) => !isKey(part))
    .map(([key, part]) => `${key.replaceAll('_', ' ')}: ${memberWords(key, part)}`)
    .join(', ');
}

const memberWords = (key: string, part: unknown) =>
  (key === 'priority' && typeof part === 'number' ? PRIORITY_WORDS[part]?.toLowerCase() : undefined) ?? valueWords(part);

/** Said by the document's link, or of no use to a reader. */
const HIDDEN = new Set(['name', 'sha256', 'schema_id', 'queue_id', 'view_id', 'action_id', 'seed', 'sample']);

/** What else an entry says, in a line; empty when nothing. */
export function detailWords(detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .filter(([key, value]) => !HIDDEN.has(key) && value !== null && !isKey(value))
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${partWords(key, value)}`)
    .join(' · ');
}

/** Values are told to the last digit; what only describes is told shortly. */
function partWords(key: string, value: unknown): string {
  if (key === 'confidence' && typeof value === 'number') return formatConfidence(value);
  if (key === 'size' && typeof value === 'number') return formatBytes(value);
  return key === 'reason' ? valueWords(value).replaceAll('_', ' ') : valueWords(value);
}

/** The parts of two objects that differ; both as they are when one is none. */
export function changedParts(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isObject(before) || !isObject(after)) return { before, after };
  const differing = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(ownValue(before, key)) !== JSON.stringify(ownValue(after, key)),
  );
  const pick = (value: Record<string, unknown>) => Object.fromEntries(differing.map((key) => [key, ownValue(value, key) ?? null]));
  return { before: pick(before), after: pick(after) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
