'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useChangeDeployment, useCreateDeployment } from '#lib/client/team/deployments.ts';
import { type Deployment, deploymentVerdictSchema } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { VERDICT_WORDS } from './verdict-note.tsx';

/** The verdict in a refusal to save, in words. */
function verdictOf(error: unknown): string | null {
  if (!(error instanceof ProblemError) || error.code !== 'deployment_unverified') return null;
  const parsed = deploymentVerdictSchema.safeParse(error.extra?.verdict);
  return parsed.success ? VERDICT_WORDS[parsed.data.verdict] : 'The test failed';
}

/** The same address and key are connected already. */
function duplicateOf(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'conflict' && error.extra?.duplicate_of !== undefined;
}

type Accepted = { accept_failing: boolean; accept_duplicate?: boolean };

type DeploymentDialogProps = {
  /** Null = another one is to be connected. */
  deployment: Deployment | null;
  onClose: () => void;
  onConnected: (deployment: Deployment) => void;
};

/** Asks for name, address and key; both are tested before they are saved. The key that is kept is never shown. */
export function DeploymentDialog({ deployment, onClose, onConnected }: DeploymentDialogProps) {
  const create = useCreateDeployment();
  const change = useChangeDeployment();
  const isFixed = deployment !== null && (deployment.embedded || (deployment.from_environment && deployment.retired_at === null));
  const [name, setName] = useState(deployment?.name ?? '');
  const [address, setAddress] = useState(deployment?.base_url ?? '');
  const [apiKey, setApiKey] = useState('');
  const [limit, setLimit] = useState(deployment?.requests_per_minute?.toString() ?? '');
  const mutation = deployment ? change : create;
  const wrong = fieldErrors(mutation.error);
  const verdict = verdictOf(mutation.error);
  const hasPlace = Object.keys(wrong).some((pointer) => ['/name', '/base_url', '/api_key', '/requests_per_minute'].includes(pointer));
  const duplicate = duplicateOf(mutation.error);
  // both may have to be accepted, one after the other
  const [accepted, setAccepted] = useState<Accepted>({ accept_failing: false });
  const save = (accepted: Accepted) => {
    if (mutation.isPending) return;
    setAccepted(accepted);
    const limits = deployment?.embedded ? {} : { requests_per_minute: limit === '' ? null : Number(limit) };
    const body = { name: name.trim(), base_url: address.trim(), api_key: apiKey.trim(), ...limits, ...accepted };
    if (!deployment) {
      create.mutate(body, {
        onSuccess: (connected) => {
          onClose();
          onConnected(connected);
        },
      });
    } else {
      const moved = isFixed ? {} : { base_url: body.base_url, ...(body.api_key ? { api_key: body.api_key } : {}) };
      change.mutate({ id: deployment.id, name: body.name, ...limits, ...moved, ...accepted }, { onSuccess: onClose });
    }
  };
  return (
    <FormDialog
      title={deployment ? `Edit “${deployment.name}”` : 'Connect a deployment'}
      isOpen
      onClose={onClose}
      submitLabel={isFixed ? 'Save' : 'Test and save'}
      onSubmit={() => save({ accept_failing: false })}
      isPending={mutation.isPending}
    >
      {mutation.isError && !hasPlace ? (
        <Notice
          tone="bad"
          title={verdict ? `${verdict}. Not saved.` : 'Not saved'}
          actions={
            verdict || duplicate ? (
              <Button
                size="small"
                onPress={() =>
                  save({
                    accept_failing: accepted.accept_failing || verdict !== null,
                    accept_duplicate: accepted.accept_duplicate || duplicate,
                  })
                }
              >
                Save anyway
              </Button>
            ) : null
          }
        >
          {errorMessage(mutation.error)}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        placeholder="Group service"
        maxLength={120}
        value={name}
        onChange={setName}
        error={wrong['/name']}
        isRequired
        autoFocus
      />
      {isFixed ? null : (
        <AccessFields {...{ address, setAddress, apiKey, setApiKey, wrong }} hasKey={deployment?.has_key ?? false} isNew={!deployment} />
      )}
      {deployment?.embedded ? null : (
        <TextField
          label="Requests a minute (optional)"
          inputMode="numeric"
          description="Leave this empty, and the desk finds a pace by itself. It always waits as long as the service asks it to."
          value={limit}
          onChange={(text) => setLimit(text.replace(/\D/g, '').slice(0, 4))}
          error={wrong['/requests_per_minute']}
        />
      )}
    </FormDialog>
  );
}

type AccessFieldsProps = {
  address: string;
  setAddress: (address: string) => void;
  apiKey: string;
  setApiKey: (apiKey: string) => void;
  wrong: Record<string, string>;
  hasKey: boolean;
  isNew: boolean;
};

function AccessFields({ address, setAddress, apiKey, setApiKey, wrong, hasKey, isNew }: AccessFieldsProps) {
  return (
    <>
      <TextField
        label="Address"
        type="url"
        placeholder="https://documents.example.com"
        description="The address you were given with the key, with or without /v1."
        value={address}
        onChange={setAddress}
        error={wrong['/base_url']}
        isRequired
      />
      <TextField
        label="API key"
        type="password"
        autoComplete="off"
        placeholder={hasKey ? 'Unchanged' : ''}
        description="Stored encrypted, used only by the server, never shown again."
        value={apiKey}
        onChange={setApiKey}
        error={wrong['/api_key']}
        isRequired={isNew}
      />
    </>
  );
}
