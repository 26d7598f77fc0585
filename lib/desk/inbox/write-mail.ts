import type { InboxEntry } from '#lib/contract/desk/inbox.ts';
import { escapeHtml } from '#lib/platform/http/escape-html.ts';

type Written = { subject: string; text: string; html: string };
type About = { name: string; kind: 'at_once' | 'digest'; publicUrl: string };

/** Names of documents in one line; the rest is a number. */
const NAMED = 3;

/** A mail about entries: names of people and documents and links, nothing of what stands in documents or comments. */
export function writeMail(entries: readonly InboxEntry[], { name, kind, publicUrl }: About): Written {
  const lines = entries.map((entry) => ({ words: sentenceOf(entry), link: `${publicUrl}${placeOf(entry)}` }));
  const [only] = lines;
  const news = entries.length === 1 ? '1 new entry' : `${entries.length} new entries`;
  const subject = kind === 'at_once' && only && lines.length === 1 ? only.words : `${news} in your inbox`;
  const account = `${publicUrl}/settings/account`;
  const end = 'You get this mail because you chose so in Countersign.';
  const text = [
    `Hello ${name},`,
    ...lines.map(({ words, link }) => `${words}\n${link}`),
    `Your inbox: ${publicUrl}/inbox`,
    `${end} Change it: ${account}`,
  ].join('\n\n');
  const items = lines.map(({ words, link }) => `<li><a href="${escapeHtml(link)}">${escapeHtml(words)}</a></li>`);
  const html = `<!doctype html><html lang="en"><body><p>Hello ${escapeHtml(name)},</p><ul>${items.join('')}</ul><p><a href="${escapeHtml(publicUrl)}/inbox">Your inbox</a></p><p><small>${end} <a href="${escapeHtml(account)}">Change it</a></small></p></body></html>`;
  return { subject: `Countersign: ${subject}`.replaceAll(/\s+/g, ' ').slice(0, 200), text: `${text}\n`, html };
}

function sentenceOf({ kind, by, count, documents, deployment, schema }: InboxEntry): string {
  const what = count === 1 ? (documents[0]?.name ?? 'a document') : namesOf(documents, count);
  const who = by?.name ?? 'Countersign';
  switch (kind) {
    case 'assigned':
      return by?.kind === 'escalation' ? `Escalated to you: ${what}` : `${who} assigned to you: ${what}`;
    case 'mentioned':
      return `${who} mentioned you in a comment on ${what}`;
    case 'answered':
      return `${who} answered a comment of yours on ${what}`;
    case 'second_approval':
      return `${who} approved first; the second approval is wanted: ${what}`;
    case 'overdue':
      return `Past the due date: ${what}`;
    case 'trouble':
      return `Needs you before it can go on: ${what}`;
    case 'deployment':
      return `The deployment ${deployment?.name ?? ''} does not answer`;
    case 'stopped':
      return `Automatic approval of ${schema?.name ?? 'a schema'} switched itself off`;
    case 'quality':
      return `The nightly check found that fewer values of ${schema?.name ?? 'a schema'} come out right`;
  }
}

function namesOf(documents: InboxEntry['documents'], count: number): string {
  const named = documents.slice(0, NAMED).map(({ name }) => name);
  const more = count - named.length;
  return `${count} documents (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

function placeOf({ id, kind, count, documents, comment, schema }: InboxEntry): string {
  if (kind === 'deployment') return '/settings/deployments';
  if (kind === 'stopped') return `/insights?schema=${encodeURIComponent(schema?.id ?? '')}`;
  if (kind === 'quality') return `/insights?schema=${encodeURIComponent(schema?.id ?? '')}#nightly-check`;
  const [document] = documents;
  if (count !== 1 || !document) return `/inbox?entry=${id}`;
  return comment ? `/documents/${document.id}?comment=${comment.id}` : `/documents/${document.id}`;
}
