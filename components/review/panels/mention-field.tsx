'use client';

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { classNames } from '#components/ui/class-names.ts';
import { FieldFrame } from '#components/ui/inputs/field-frame.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import type { PersonName } from '#lib/contract/desk/user.ts';
import { findMentionStart, matchPeople } from './find-mention.ts';

type MentionFieldProps = {
  label: string;
  description: string;
  value: string;
  onChange: (text: string) => void;
  /** Somebody was chosen from the list; their `@Name` stands in the text now. */
  onMention: (person: PersonName) => void;
};

/** A field for a comment that offers the people of the desk after an `@`: arrows choose, Enter or Tab takes, Escape closes the list. */
export function MentionField({ label, description, value, onChange, onMention }: MentionFieldProps) {
  const self = useCurrentUser().id;
  const names = useQuery(peopleNamesQuery);
  const people = (names.data ?? []).filter((person) => person.id !== self);
  const input = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(0);
  const [marked, setMarked] = useState(0);
  /** The `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Where the cursor is to be once the taken name stands in the text. */
  const caret = useRef<number | null>(null);
  // before the next key: what is typed at once belongs behind the name
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new text is what it waits for
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);
  const id = useId();
  const start = findMentionStart(value, cursor);
  const found = start && start.at !== closedAt ? matchPeople(people, start.typed) : [];
  // a whole name that is there already needs no list
  const offered = found.length === 1 && start?.typed === found[0]?.name ? [] : found;
  const isOpen = offered.length > 0;
  const index = Math.min(marked, offered.length - 1);
  const isAwaited = names.isLoading && start !== null && start.at !== closedAt;

  const take = (person: PersonName | undefined) => {
    if (!person || !start) return;
    const before = `${value.slice(0, start.at)}@${person.name} `;
    onChange(before + value.slice(cursor).replace(/^ /, ''));
    onMention(person);
    setCursor(before.length);
    caret.current = before.length;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    // meant for the list that is about to come, not for a new line
    if (isAwaited && event.key === 'Enter') event.preventDefault();
    if (!isOpen) return;
    if (event.key === 'ArrowDown') setMarked((index + 1) % offered.length);
    else if (event.key === 'ArrowUp') setMarked((index + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[index]);
    else if (event.key === 'Escape') setClosedAt(start?.at ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = () => setCursor(input.current?.selectionStart ?? 0);
  return (
    <div onKeyDownCapture={onKeyDown}>
      <TextField
        value={value}
        onChange={(text) => {
          onChange(text);
          follow();
          setMarked(0);
          if (findMentionStart(text, input.current?.selectionStart ?? 0) === null) setClosedAt(null);
        }}
        maxLength={4000}
        autoFocus
        className="block min-w-0"
      >
        <FieldFrame label={label} description={description}>
          <TextArea
            ref={input}
            rows={3}
            onSelect={follow}
            aria-autocomplete="list"
            {...(isOpen ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${index}` } : {})}
            className="control block w-full resize-y px-2.5 py-1.5 text-sm placeholder:text-ink-faint"
          />
          {isAwaited ? (
            <p role="status" className="mt-1 text-xs text-ink-muted">
              Loading names …
            </p>
          ) : null}
          {isOpen ? <PeopleList id={id} people={offered} marked={index} onTake={take} /> : null}
        </FieldFrame>
      </TextField>
    </div>
  );
}

type PeopleListProps = { id: string; people: readonly PersonName[]; marked: number; onTake: (person: PersonName) => void };

function PeopleList({ id, people, marked, onTake }: PeopleListProps) {
  return (
    <div id={id} role="listbox" aria-label="People" className="mt-1 rounded-md border bg-raised p-1 shadow-md">
      {people.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(person);
          }}
          className={classNames('flex items-baseline gap-3 rounded-sm px-2 py-1 text-sm hover:bg-hover', index === marked && 'bg-selected')}
        >
          <span className="min-w-0 flex-1 truncate">{person.name}</span>
          {index === marked ? <Kbd>Enter</Kbd> : null}
        </div>
      ))}
    </div>
  );
}
