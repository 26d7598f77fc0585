import { type Deployment, type DeploymentHealth, deploymentSchema } from '#lib/contract/desk/deployment.ts';

const AT = '2026-01-05T10:00:00.000Z';

/** The health of a remote deployment that works, with some differences. */
export function standInHealth(changes: Partial<DeploymentHealth> = {}): DeploymentHealth {
  return {
    state: 'works',
    since: null,
    message: null,
    last_answer_at: AT,
    last_error: null,
    latency_ms: 240,
    recent: { since: AT, requests: 412, refused: 12, failed: 1 },
    paused_until: null,
    queue: { under_way: 12, waiting: 3, unmapped: 5 },
    ...changes,
  };
}

/** A remote deployment, “Theirs”, with some differences. */
export function standInDeployment(changes: Partial<Deployment> = {}): Deployment {
  return deploymentSchema.parse({
    id: 'theirs',
    name: 'Theirs',
    embedded: false,
    from_environment: false,
    base_url: 'https://documents.example.com',
    has_key: true,
    is_default: false,
    retired_at: null,
    requests_per_minute: null,
    verdict: null,
    ours: false,
    health: standInHealth(),
    documents: { total: 0, in_flight: 0, failed: 0 },
    mappings: [],
    ...changes,
  });
}
