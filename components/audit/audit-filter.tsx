'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { eventWords } from '#components/shared/audit-words.ts';
import { Button } from '#components/ui/button.tsx';
import { SearchField } from '#components/ui/inputs/search-field.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { auditChoicesQuery } from '#lib/client/team/audit.ts';
import type { AuditFilter } from '#lib/contract/desk/audit.ts';
import { DayField } from './day-field.tsx';

const PARSERS = {
  page: parseAsInteger.withDefault(1),
  q: parseAsString.withDefault(''),
  actor: parseAsString.withDefault(''),
  event: parseAsString.withDefault(''),
  document_id: parseAsString.withDefault(''),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
};

/** What of the trail is shown, kept in the address. Days are the person's own: from the beginning of one to the end of the other. */
export function useAuditFilter() {
  const [state, setState] = useQueryStates(PARSERS);
  const show = (change: Partial<typeof state>) => void setState({ ...('page' in change ? {} : { page: 1 }), ...change });
  const { q, actor, event, document_id } = state;
  const from = dayStart(state.from, 0);
  const to = dayStart(state.to, 1);
  const filter: AuditFilter = {
    ...(q ? { q } : {}),
    ...(actor ? { actor } : {}),
    ...(event ? { event } : {}),
    ...(document_id ? { document_id } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  return { state, filter, show, isFiltered: Object.keys(filter).length > 0 };
}
export type AuditFilterState = ReturnType<typeof useAuditFilter>;

function dayStart(day: string, later: number): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !year || !month || !date) return null;
  return new Date(year, month - 1, date + later).toISOString();
}

/** Person, event, words and days to filter by. */
export function AuditFilterBar({ filter }: { filter: AuditFilterState }) {
  const { state, show, isFiltered } = filter;
  const choices = useQuery(auditChoicesQuery);
  const [text, setText] = useState(state.q);
  const people = [
    { id: '', label: 'Anyone' },
    { id: 'countersign', label: 'Countersign itself' },
    ...(choices.data?.actors ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  const events = [{ id: '', label: 'Any event' }, ...eventGroups(choices.data?.events ?? [])];
  const clear = () => {
    setText('');
    show({ q: '', actor: '', event: '', document_id: '', from: '', to: '' });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        aria-label="Search documents, values and people"
        placeholder="Document, value …"
        value={text}
        onChange={setText}
        onSubmit={(value) => show({ q: value.trim() })}
        onClear={() => show({ q: '' })}
        maxLength={200}
        className="w-52"
      />
      <Select aria-label="Person" options={people} value={state.actor} onChange={(actor) => show({ actor })} dense className="w-40" />
      <Select aria-label="Event" options={events} value={state.event} onChange={(event) => show({ event })} dense className="w-48" />
      <DayField label="From date" lead="from" value={state.from} onChange={(from) => show({ from })} />
      <DayField label="To date" lead="to" value={state.to} onChange={(to) => show({ to })} />
      {isFiltered ? (
        <Button variant="quiet" size="small" icon={<X size={13} aria-hidden />} onPress={clear}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}

/** Each kind of thing with all its events, then each event. */
function eventGroups(events: readonly string[]): { id: string; label: string }[] {
  const kinds = [...new Set(events.map((event) => event.split('.')[0] ?? ''))];
  return kinds.flatMap((kind) => {
    const own = events.filter((event) => event.startsWith(`${kind}.`));
    const all = own.length > 1 ? [{ id: kind, label: `${eventWords(kind)}: all` }] : [];
    return [...all, ...own.map((event) => ({ id: event, label: eventWords(event) }))];
  });
}
