import { CircleAlert, Clock, Inbox, Loader } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { ageWords } from '#components/shared/queues/queue-words.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { troubleHref, waitingHref } from './figure-links.ts';

/** What waits, what is late, what needs a hand and what is on its way: numbers, each of which leads to its documents. */
export function WaitingCards({ overview }: { overview: Overview }) {
  const { waiting, in_flight, trouble } = overview;
  const forMe = waiting.mine + waiting.free;
  return (
    <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
      <Card
        icon={<Inbox size={15} aria-hidden />}
        label="To review"
        value={forMe}
        href={waitingHref('forMe')}
        links={[
          { href: waitingHref('clean'), value: waiting.clean, words: 'without flags' },
          { href: waitingHref('mine'), value: waiting.mine, words: 'assigned to you' },
          { href: waitingHref('others'), value: waiting.all - forMe, words: 'for others' },
          { href: waitingHref('second'), value: waiting.second, words: 'for a second approval' },
          { href: waitingHref('postponed'), value: waiting.postponed, words: 'postponed' },
        ]}
      >
        {waiting.all === 0 ? 'Nothing waits for a review.' : null}
      </Card>
      <Card
        icon={<Clock size={15} aria-hidden />}
        label="Overdue"
        value={waiting.overdue}
        tone={waiting.overdue > 0 ? 'bad' : 'plain'}
        href={waitingHref('overdue')}
        links={[{ href: waitingHref('overdueForMe'), value: waiting.overdue_for_me, words: 'for you' }]}
      >
        {waiting.oldest_at
          ? `${waiting.overdue > 0 ? '' : 'Nothing is late. '}The oldest has waited for ${ageWords(waiting.oldest_at)}.`
          : 'Nothing waits.'}
      </Card>
      <TroubleCard trouble={trouble} />
      <Card
        icon={<Loader size={15} aria-hidden />}
        label="In progress"
        value={in_flight}
        href="/documents?tab=busy"
        links={[{ href: troubleHref('held_up'), value: trouble.held_up, words: 'held up by a deployment' }]}
      >
        {trouble.held_up > 0 ? null : in_flight > 0 ? 'Being read and extracted.' : 'Nothing is being read.'}
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
  const kinds = Object.keys(TROUBLE_WORDS) as (keyof typeof TROUBLE_WORDS)[];
  const total = kinds.reduce((sum, kind) => sum + trouble[kind], 0);
  return (
    <Card
      icon={<CircleAlert size={15} aria-hidden />}
      label="Need attention"
      value={total}
      tone={total > 0 ? 'warn' : 'plain'}
      href={total > 0 ? '/documents?tab=attention' : null}
      links={kinds.map((kind) => ({ href: troubleHref(kind), value: trouble[kind], words: TROUBLE_WORDS[kind] }))}
    >
      {total > 0 ? null : 'No document is stuck.'}
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
  /** Parts of the number, or what belongs to it; without those that are 0. */
  links?: readonly { href: string; value: number; words: string }[];
  /** A sentence. */
  children: ReactNode;
};

const TONES = { plain: 'text-ink', warn: 'text-warn', bad: 'text-bad' } as const;

function Card({ icon, label, value, tone = 'plain', href, links = [], children }: CardProps) {
  const shown = links.filter((link) => link.value > 0);
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
      {children ? <p className="text-ink-muted text-xs">{children}</p> : null}
      {shown.length > 0 ? (
        <p className="relative flex flex-wrap gap-x-3 text-xs">
          {shown.map(({ href: to, value: part, words }) => (
            <Link key={to} href={to} className="rounded-sm text-accent underline-offset-2 data-hovered:underline">
              {count(part)} {words}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
  );
}
