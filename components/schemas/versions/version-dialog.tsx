'use client';

import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { compareSchemas } from '#lib/document/schemas/compare-schemas.ts';
import { SchemaOutline } from '../outline/schema-outline.tsx';
import { VersionChanges } from './version-changes.tsx';

type VersionDialogProps = {
  schema: Schema;
  /** All versions, newest first. */
  versions: readonly Schema[];
  onClose: () => void;
  /** Null where it cannot be restored. */
  onRestore: (() => void) | null;
};

/** A version of a schema: what changed since another one, and all of its fields. */
export function VersionDialog({ schema, versions, onClose, onRestore }: VersionDialogProps) {
  const others = versions.filter(({ version }) => version !== schema.version);
  const before = others.find(({ version }) => version < schema.version) ?? others.at(-1);
  const [other, setOther] = useState(String(before?.version ?? ''));
  const [tab, setTab] = useState<'changes' | 'fields'>(before ? 'changes' : 'fields');
  const compared = others.find(({ version }) => String(version) === other);
  const [from, to] = compared && compared.version > schema.version ? [schema, compared] : [compared, schema];
  return (
    <Dialog
      title={`${schema.name}, version ${schema.version}`}
      isOpen
      onClose={onClose}
      width="medium"
      footer={
        <>
          <Button size="large" onPress={onClose}>
            Close
          </Button>
          {onRestore ? (
            <Button size="large" variant="primary" icon={<RotateCcw size={14} aria-hidden />} onPress={onRestore}>
              Restore into the editor
            </Button>
          ) : null}
        </>
      }
    >
      <Tabs
        label="Parts of the version"
        items={[
          ...(before ? [{ id: 'changes' as const, label: 'Changes' }] : []),
          { id: 'fields' as const, label: 'All fields', count: schema.fields.length },
        ]}
        value={tab}
        onChange={setTab}
        panelClassName="pt-3 outline-none data-inert:hidden"
      >
        {tab === 'fields' ? (
          <SchemaOutline schema={schema} />
        ) : (
          <div className="space-y-2">
            <Select
              label="Compare with"
              options={others.map(({ version, updated_at }) => ({
                id: String(version),
                label: `Version ${version}, ${formatMoment(updated_at)}`,
              }))}
              value={other}
              onChange={setOther}
            />
            {from ? (
              <>
                <p className="text-ink-muted text-xs">
                  From version {from.version} to version {to.version}
                </p>
                <VersionChanges comparison={compareSchemas(from, to)} />
              </>
            ) : null}
          </div>
        )}
      </Tabs>
    </Dialog>
  );
}
