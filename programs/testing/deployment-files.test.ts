import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentSchema } from '#lib/platform/environment-schema.ts';
import { PRODUCT } from '#lib/platform/product.ts';
import { SECRET_SETTINGS } from '#lib/platform/setting-files.ts';

const KUBERNETES = 'docs/deploy/kubernetes';
const SETTINGS = new Set([...Object.keys(environmentSchema.shape), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]);
/** What is set for others: the system, Node, and the database server of the compose file. */
const OF_OTHERS = /^(HOME|NODE_ENV|POSTGRES_.*)$/;

type Container = {
  image: string;
  command?: string[];
  user?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
};
type Compose = { services: Record<string, Container>; secrets?: Record<string, { file: string }> };
type Limits = {
  runAsNonRoot?: boolean;
  allowPrivilegeEscalation?: boolean;
  readOnlyRootFilesystem?: boolean;
  capabilities?: { drop: string[] };
  privileged?: boolean;
};
type Pod = { securityContext: Limits; containers: { name: string; args: string[]; securityContext: Limits }[] };
type Manifest = { kind: string; spec: { template: { spec: Pod } } };

const read = (file: string) => readFileSync(file, 'utf8');
const readCompose = (file: string) => parse(read(file), { merge: true }) as Compose;
/** Gives a new volume to the account of the storage, and ends. */
const OWNER = 'objects-owner';
const ours = ({ services }: Compose) =>
  Object.entries(services).flatMap(([name, service]) => (/\bcountersign:/.test(service.image) && name !== OWNER ? [service] : []));
const pods = () => manifests.flatMap(({ kind, spec }) => (['Deployment', 'Job'].includes(kind) ? [spec.template.spec] : []));
const unknown = (names: Iterable<string>) => [...names].filter((name) => !SETTINGS.has(name) && !OF_OTHERS.test(name));

const manifests = readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'))
  .flatMap((name) => parseAllDocuments(read(path.join(KUBERNETES, name))).map((document) => document.toJS() as Manifest));
const kustomizations = [`${KUBERNETES}/base`, `${KUBERNETES}/overlays/example`].map(
  (folder) =>
    parse(read(`${folder}/kustomization.yaml`)) as {
      configMapGenerator: { literals: string[] }[];
      secretGenerator?: { files: string[] }[];
      images: { newTag: string }[];
    },
);
const composed = ['compose.yaml', 'compose.cluster.yaml'].map(readCompose);

/** Programs that `countersign --help` lists. */
const commands = [...read('programs/countersign.ts').matchAll(/^ {2}'?([a-z-]+)'?: '/gm)].map(([, name]) => name);

test('every setting in the files for containers, Kubernetes and systemd is one that the product knows', () => {
  const inImage = [...read('Dockerfile').matchAll(/^(?:ENV| {3}) ([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  const inUnit = read('docs/deploy/systemd/countersign.service')
    .split('\n')
    .filter((line) => line.startsWith('Environment='))
    .flatMap((line) => line.slice('Environment='.length).split(' '))
    .map((pair) => pair.split('=')[0]!);
  const inKubernetes = kustomizations.flatMap(({ configMapGenerator }) =>
    configMapGenerator.flatMap(({ literals }) => literals.map((pair) => pair.split('=')[0]!)),
  );
  expect(inImage).toContain('COUNTERSIGN_DATA_DIR');
  expect(inUnit).toContain('COUNTERSIGN_DATA_DIR');
  expect(inKubernetes).toContain('S3_BUCKET');
  const inCompose = composed.flatMap(({ services }) => Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment)));
  expect(inCompose).toContain('DATABASE_URL_FILE');
  expect(unknown([...inImage, ...inUnit, ...inKubernetes, ...inCompose])).toEqual([]);
});

test('every program that these files start is one that the entry knows, and the cluster has them all', () => {
  const inKubernetes = pods().flatMap(({ containers }) => containers.flatMap(({ args }) => args));
  const [oneBox, cluster] = composed.map((compose) => ours(compose).flatMap(({ command = [] }) => command));
  const inImage = parse(/^CMD (.+)$/m.exec(read('Dockerfile'))![1]!) as string[];
  const inUnit = /countersign\.mjs (\S+)$/m.exec(read('docs/deploy/systemd/countersign.service'))![1];
  expect(commands).toContain('service-worker');
  expect([...inImage, inUnit, ...oneBox!]).toEqual(['launcher', 'launcher', 'launcher']);
  const all = ['desk-worker', 'migrate', 'service', 'service-worker', 'web'];
  expect([...cluster!].sort()).toEqual(all);
  expect([...inKubernetes].sort()).toEqual(all);
  expect(commands).toEqual(expect.arrayContaining([...all, 'launcher']));
});

test('the version of the image is that of the product', () => {
  const tags = composed.flatMap((compose) => ours(compose).map(({ image }) => /countersign:([\d.]+)/.exec(image)?.[1]));
  expect(new Set([...tags, ...kustomizations.flatMap(({ images }) => images.map(({ newTag }) => newTag))])).toEqual(
    new Set([PRODUCT.version]),
  );
});

test('every secret that a container reads is mounted there, and is made by the script', () => {
  const cluster = composed[1]!;
  const made = new Set(read('docs/deploy/make-secrets.sh').match(/\b[a-z0-9]+(-[a-z0-9]+)+\b/g));
  for (const { environment = {}, secrets = [] } of Object.values(cluster.services)) {
    const named = Object.entries(environment).flatMap(([name, file]) => (name.endsWith('_FILE') ? [path.basename(file)] : []));
    expect(secrets).toEqual(expect.arrayContaining(named));
  }
  for (const name of Object.keys(cluster.secrets ?? {})) expect(made).toContain(name);
  const [base, overlay] = kustomizations;
  const inKubernetes = base!.configMapGenerator.flatMap(({ literals }) => literals.filter((pair) => /_FILE=/.test(pair)));
  const generated = overlay!.secretGenerator!.flatMap(({ files }) => files.map((file) => path.basename(file)));
  expect(inKubernetes.map((pair) => path.basename(pair)).sort()).toEqual([...generated].sort());
});

test('no container may write to its own files, or gains rights; none but the owner of a volume is root', () => {
  for (const [name, container] of composed.flatMap(({ services }) => Object.entries(services))) {
    const { read_only: readOnly, cap_drop: dropped, cap_add: added = [], privileged = false, security_opt: options = [], user } = container;
    const isOwner = name === OWNER;
    expect({ name, readOnly, dropped, added, privileged }).toEqual({
      ...{ name, readOnly: true, dropped: ['ALL'], privileged: false },
      added: isOwner ? ['CHOWN'] : [],
    });
    expect(options, name).toContain('no-new-privileges:true');
    expect(user === '0:0', name).toBe(isOwner);
  }
  for (const container of composed.flatMap(ours)) expect(container.user).toBe('10001:10001');
  expect(read('Dockerfile')).toMatch(/^USER 10001:10001$/m);
});

test('no pod is root, may write to its own files, or gains rights', () => {
  expect(pods()).toHaveLength(5);
  for (const { securityContext, containers } of pods()) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    for (const container of containers) {
      expect(container.securityContext, container.name).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      });
    }
  }
});
