import { CircleAlert, Clock, Inbox, Loader } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { countOf } from '#components/shared/format.ts';
import { ageWords } from '#components/shared/queues/queue-words.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { troubleHref } from './next-step.ts';

/** What waits, what is late, what needs a hand and what is on its way: a number each, which leads to the documents. */
export function WaitingCards({ overview }: { overview: Overview }) {
  const { waiting, in_flight, trouble } = overview;
  const mine = waiting.mine + waiting.free;
  const others = waiting.all - mine;
  const notes = [
    waiting.mine > 0 ? `${count(waiting.mine)} assigned to you` : null,
    others > 0 ? `${count(others)} for others` : null,
    waiting.second > 0 ? `${count(waiting.second)} for a second approval` : null,
    waiting.postponed > 0 ? `${count(waiting.postponed)} postponed` : null,
  ].filter((note) => note !== null);
  return (
    <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
      <Card icon={<Inbox size={15} aria-hidden />} label="To review" value={mine} href="/documents?tab=to_review&sort=created_at&order=asc">
        {waiting.all === 0 ? 'Nothing waits for a review.' : [`${count(waiting.clean)} without flags`, ...notes].join(' · ')}
      </Card>
      <Card
        icon={<Clock size={15} aria-hidden />}
        label="Overdue"
        value={waiting.overdue}
        tone={waiting.overdue > 0 ? 'bad' : 'plain'}
        href="/documents?tab=to_review&sort=due_at&order=asc"
      >
        {waiting.oldest_at
          ? `${waiting.overdue > 0 ? '' : 'Nothing is late. '}The oldest has waited for ${ageWords(waiting.oldest_at)}.`
          : 'Nothing waits.'}
      </Card>
      <TroubleCard trouble={trouble} />
      <Card icon={<Loader size={15} aria-hidden />} label="In progress" value={in_flight} href="/documents?tab=busy">
        {trouble.held_up > 0
          ? `${count(trouble.held_up)} held up by a deployment`
          : in_flight > 0
            ? 'Being read and extracted.'
            : 'Nothing is being read.'}
      </Card>
    </div>
  );
}

const count = (value: number) => value.toLocaleString('en');

const TROUBLE_WORDS = {
  failed: 'failed',
  stacked: 'to split',
  unclassified: 'without a kind',
  unmapped: 'without a schema ID',
  indexed: 'without a schema',
} as const;

function TroubleCard({ trouble }: { trouble: Overview['trouble'] }) {
  const kinds = (Object.keys(TROUBLE_WORDS) as (keyof typeof TROUBLE_WORDS)[]).filter((kind) => trouble[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + trouble[kind], 0);
  const [worst] = kinds;
  return (
    <Card
      icon={<CircleAlert size={15} aria-hidden />}
      label="Need attention"
      value={total}
      tone={total > 0 ? 'warn' : 'plain'}
      href={worst ? troubleHref(worst) : null}
      links={kinds.slice(1).map((kind) => ({ href: troubleHref(kind), label: `${count(trouble[kind])} ${TROUBLE_WORDS[kind]}` }))}
    >
      {worst ? `${countOf(trouble[worst], 'document')} ${TROUBLE_WORDS[worst]}` : 'No document is stuck.'}
    </Card>
  );
}

type CardProps = {
  icon: ReactNode;
  label: string;
  value: number;
  tone?: 'plain' | 'warn' | 'bad';
  /** Null where there is nothing to see. */
  href: string | null;
  /** More places to go to. */
  links?: readonly { href: string; label: string }[];
  children: ReactNode;
};

const TONES = { plain: 'text-ink', warn: 'text-warn', bad: 'text-bad' } as const;

function Card({ icon, label, value, tone = 'plain', href, links = [], children }: CardProps) {
  const name = (
    <span className="flex items-center gap-1.5 text-ink-muted text-xs">
      {icon}
      {label}
    </span>
  );
  return (
    <div
      className={classNames('relative flex min-w-0 flex-col gap-1 rounded-md border bg-surface p-4 max-sm:p-3', href && 'hover:bg-hover')}
    >
      {href ? (
        <Link
          href={href}
          aria-label={`${label}: ${count(value)}`}
          className="rounded-sm outline-none after:absolute after:inset-0 after:rounded-md data-focus-visible:after:outline-2 data-focus-visible:after:outline-accent data-focus-visible:after:-outline-offset-2"
        >
          {name}
        </Link>
      ) : (
        name
      )}
      <p className={classNames('font-semibold text-2xl tabular-nums', TONES[tone])}>{count(value)}</p>
      <p className="text-ink-muted text-xs">{children}</p>
      {links.length > 0 ? (
        <p className="relative flex flex-wrap gap-x-2 text-xs">
          {links.map((link) => (
            <Link key={link.href} href={link.href} className="rounded-sm text-accent underline-offset-2 data-hovered:underline">
              {link.label}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
  );
}
