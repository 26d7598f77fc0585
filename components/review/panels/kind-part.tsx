'use client';

import { useQuery } from '@tanstack/react-query';
import { KindChoices } from '#components/shared/documents/kind-choices.tsx';
import { SchemaChooser } from '#components/shared/documents/schema-chooser.tsx';
import { useChooseKind } from '#components/shared/documents/use-choose-kind.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { classificationQuery } from '#lib/client/documents/classification.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { DetectKindButton } from '../pages/detect-kind-button.tsx';
import { KindRanking } from './kind-ranking.tsx';

/** Asks a person what kind of document it is: why the engine is not sure, what is likeliest, one key each. */
export function KindPart({ document, canEdit }: { document: DeskDocument; canEdit: boolean }) {
  const classification = useQuery(classificationQuery(document));
  const choose = useChooseKind();
  const choices = document.kind?.choices ?? [];
  const speaking = (classification.data?.ranking ?? []).filter(({ evidence }) => evidence.length > 0).slice(0, 5);
  const pick = (place: number) => {
    const schema = choices[place];
    if (!schema || choose.isPending) return false;
    choose.mutate({ document, schema });
  };
  useShortcuts(
    'Kind',
    ([1, 2, 3, 4, 5] as const).map((number) => ({
      id: `kind.${number}`,
      keys: [`${number}`] as const,
      label: number === 1 ? 'Set kind: most likely' : `Set kind: option ${number}`,
      run: () => pick(number - 1),
      isDisabled: !canEdit,
    })),
  );
  return (
    <div className="max-w-100 space-y-5 overflow-auto p-5">
      <div className="space-y-2">
        <h2 className="font-semibold text-base">What kind of document is this?</h2>
        <p className="text-ink-muted">{document.kind?.reason ?? 'Nobody has set it yet.'}</p>
      </div>
      {canEdit && choices.length > 0 ? (
        <KindChoices choices={choices} isPending={choose.isPending} onChoose={(schema) => choose.mutate({ document, schema })} />
      ) : null}
      {canEdit ? (
        <section aria-label="Another schema" className="border-t pt-4">
          <SchemaChooser document={document} label="Another schema" />
        </section>
      ) : null}
      {speaking.length > 0 ? (
        <section aria-label="Reasons for each kind" className="space-y-2 border-t pt-4">
          <h3 className="font-medium text-sm">Reasons for each kind</h3>
          <KindRanking ranking={speaking} current={null} />
        </section>
      ) : null}
      {canEdit ? <DetectKindButton documentId={document.id} label="Detect again" /> : null}
    </div>
  );
}
