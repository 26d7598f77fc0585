'use client';

import { useQuery } from '@tanstack/react-query';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { useMay } from '#components/shared/current-user.ts';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveInsightSettings } from '#lib/client/team/insights.ts';
import type { Insights } from '#lib/contract/desk/insights/insights.ts';

/** Who decided how much, for admins only; they can switch it off for the whole desk. */
export function PeoplePart({ insights }: { insights: Insights }) {
  const isAdmin = useMay('admin');
  const names = useQuery({ ...peopleNamesQuery, enabled: isAdmin });
  const save = useSaveInsightSettings();
  if (!isAdmin) return null;
  const nameOf = (id: string) => names.data?.find((person) => person.id === id)?.name ?? 'A former user';
  const people = insights.people ?? [];
  const change = (count_people: boolean) =>
    save.mutate({ count_people }, { onError: (error) => showToast({ tone: 'bad', title: 'Not saved', detail: errorMessage(error) }) });
  return (
    <ChartFrame
      title="People"
      summary="Only admins see this. When it is off, people are not counted, and earlier counts lose their person."
      fileName="people"
      data={{
        columns: ['Person', 'Approved', 'Unchanged', 'Rejected', 'Measured', 'Seconds', 'Keys'],
        rows: people.map(({ person_id, review }) => [
          nameOf(person_id),
          review.approved,
          review.unchanged,
          review.rejected,
          review.timed,
          Math.round(review.seconds),
          review.keys,
        ]),
      }}
      empty={
        people.length === 0 ? (
          <div className="flex flex-col gap-3">
            <PeopleSwitch isOn={insights.count_people} onChange={change} />
            {insights.count_people ? <p className="text-ink-muted">Nobody decided anything in this time.</p> : null}
          </div>
        ) : undefined
      }
    >
      <PeopleSwitch isOn={insights.count_people} onChange={change} />
      <div className="-mx-4 mt-2 overflow-x-auto">
        <Table label="People">
          <thead>
            <tr>
              <HeadCell className="pl-4">Person</HeadCell>
              <HeadCell className="text-right">Approved</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Unchanged</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Rejected</HeadCell>
              <HeadCell className="pr-4 text-right">Work per document</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {people.map(({ person_id, review }) => (
              <tr key={person_id}>
                <BodyCell className="pl-4">{nameOf(person_id)}</BodyCell>
                <BodyCell className="text-right">{review.approved.toLocaleString('en')}</BodyCell>
                <BodyCell className="text-right max-sm:hidden">{shareWords(review.unchanged, review.approved)}</BodyCell>
                <BodyCell className="text-right max-sm:hidden">{review.rejected.toLocaleString('en')}</BodyCell>
                <BodyCell className="pr-4 text-right">{review.timed === 0 ? '–' : secondsWords(review.seconds / review.timed)}</BodyCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </ChartFrame>
  );
}

function PeopleSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Switch isSelected={isOn} onChange={onChange}>
      Count for each person
    </Switch>
  );
}
