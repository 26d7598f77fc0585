import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };
const read = (environment: Record<string, string>) => readConfig(environment).tracing;

test.each([
  [{}],
  [{ OTEL_SERVICE_NAME: 'desk', OTEL_TRACES_SAMPLER: 'always_on' }],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }],
  [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
  // set by others for programs of theirs
  [{ OTEL_TRACES_SAMPLER: 'xray', OTEL_TRACES_EXPORTER: 'console', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
])('without the address of a collector, or switched off, there are no traces: %o', (environment) => {
  expect(read(environment)).toBeNull();
});

test('the address alone has all traces recorded and sent as OpenTelemetry says', () => {
  expect(read(ENDPOINT)).toEqual({
    url: 'http://collector.example:4318/v1/traces',
    headers: {},
    timeoutMs: 10_000,
    sampler: { isParentBased: true, ratio: 1 },
    serviceName: null,
    attributes: {},
  });
});

test('what is said for traces alone goes before what is said for all signals', () => {
  const tracing = read({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20all, x-tenant=1',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20traces',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,room=a%2Cb',
  });
  expect(tracing).toMatchObject({
    url: 'https://traces.example/in',
    headers: { authorization: 'Bearer traces', 'x-tenant': '1' },
    timeoutMs: 2000,
    attributes: { 'deployment.environment.name': 'production', room: 'a,b' },
  });
});

test.each([
  ['always_on', undefined, { isParentBased: false, ratio: 1 }],
  ['always_off', undefined, { isParentBased: false, ratio: 0 }],
  ['parentbased_always_off', undefined, { isParentBased: true, ratio: 0 }],
  ['traceidratio', '0.25', { isParentBased: false, ratio: 0.25 }],
  ['parentbased_traceidratio', '0', { isParentBased: true, ratio: 0 }],
  ['parentbased_traceidratio', undefined, { isParentBased: true, ratio: 1 }],
  ['parentbased_always_on', '0.5', { isParentBased: true, ratio: 1 }],
])('OTEL_TRACES_SAMPLER=%s with %s', (name, share, sampler) => {
  const given = { ...ENDPOINT, OTEL_TRACES_SAMPLER: name, ...(share === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: share }) };
  expect(read(given)?.sampler).toEqual(sampler);
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector.example:4317', 'must be an http or https address'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2', 'must be name=value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz', 'must be name=value'],
  ['OTEL_TRACES_SAMPLER', 'sometimes', 'must be one of always_on, '],
  ['OTEL_TRACES_SAMPLER_ARG', 'half', 'must be a number from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none'],
  ['OTEL_SDK_DISABLED', 'perhaps', 'must be true or false'],
])('%s=%s is refused with a sentence that does not show it', (name, value, sentence) => {
  expect(() => read({ ...ENDPOINT, [name]: value })).toThrow(`${name}: ${sentence}`);
  expect(() => read({ ...ENDPOINT, [name]: value })).not.toThrow(`${value}:`);
});

test('headers that hold a key are refused without telling it', () => {
  const key = 'Bearer-b47c1f0e-long-and-distinctive';
  for (const given of [key, `authorization=${key}%0A`, `a b=${key}`]) {
    expect(() => read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: given })).toThrow('OTEL_EXPORTER_OTLP_HEADERS: must be');
    expect(() => read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: given })).not.toThrow(key);
  }
});

test('another protocol than ours is refused where traces are on, and is no concern of ours where they are off', () => {
  const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(read(grpc)).toBeNull();
  expect(() => read({ ...ENDPOINT, ...grpc })).toThrow('OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json');
  expect(read({ ...ENDPOINT, ...grpc, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' })).not.toBeNull();
});

test('headers, which may hold a key, may stand in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-headers-'));
  const file = path.join(folder, 'headers');
  writeFileSync(file, 'authorization=Bearer%20key\n');
  expect(read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS_FILE: file })?.headers).toEqual({ authorization: 'Bearer key' });
  rmSync(folder, { recursive: true });
});
