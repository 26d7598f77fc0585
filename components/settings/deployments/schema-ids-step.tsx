'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { trialsQuery } from '#lib/client/team/deployments.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { samplesQuery } from '#lib/client/upload/samples.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import { SchemaIdLine } from './schema-id-line.tsx';

type SchemaIdsStepProps = {
  deployment: Deployment;
  /** The schema whose id is asked for; null = any. */
  wantedId: string | null;
};

/** Asks which id each schema of the desk has at a remote deployment, and has ids tried before they are used. */
export function SchemaIdsStep({ deployment, wantedId }: SchemaIdsStepProps) {
  const schemas = useQuery(schemasQuery);
  const samples = useQuery(samplesQuery);
  const trials = useQuery(trialsQuery(deployment.id));
  // the first without an id, unless another one is wanted
  const isUsed = (id: string) => deployment.mappings.some(({ schema_id }) => schema_id === id);
  const first = wantedId ?? schemas.data?.find(({ id }) => !isUsed(id))?.id;
  return (
    <>
      <p className="text-ink-muted">
        “<bdi>{deployment.name}</bdi>” knows schemas by IDs of its own. Enter the ID of each schema that you want to use there. You find the
        IDs in the documentation of the service, or ask its operator. Documents of the other schemas are kept here and are not sent until
        you enter an ID.
      </p>
      <LoadingPart query={schemas}>
        {(items) => (
          <LoadingPart query={trials}>
            {(known) => (
              <ul className="mt-2 divide-y" aria-label="Schemas">
                {items.map((schema) => (
                  <SchemaIdLine
                    key={schema.id}
                    deployment={deployment}
                    schema={schema}
                    trial={known.find(({ schema_id }) => schema_id === schema.id)}
                    samples={samples.data ?? []}
                    isWanted={schema.id === first}
                  />
                ))}
              </ul>
            )}
          </LoadingPart>
        )}
      </LoadingPart>
    </>
  );
}
