import { createDecipheriv, createHash, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { type Archive, openArchive } from '../files/open-archive.ts';
import type { ReadLimits } from '../model/adapter.ts';
import { damaged, unsupportedProtection, wrongPassword } from '../model/password-errors.ts';
import { ReadError } from '../model/read-error.ts';
import { attribute, child, descendants, parseXml, type XmlElement } from '../xml/xml.ts';
import { blowfishCfb } from './blowfish.ts';

const MANIFEST = 'META-INF/manifest.xml';
/** Programs use 1,024 or 100,000 for each part; what asks for far more only wants to cost time. */
const MOST_ITERATIONS = 1_000_000;
const MOST_ITERATIONS_IN_ALL = 30_000_000;
/** Bytes; a manifest has a few hundred for each part. */
const LARGEST_MANIFEST = 4 * 1024 * 1024;
const CHECKED_BYTES = 1024;
/** A part that is packed better than this is not opened, once it is large. */
const RATIO_FROM = 10 * 1024 * 1024;

/** Names by their ending: files use those of ODF 1.0 to 1.3, and of XML encryption. */
function isNamed(name: string | undefined, pattern: RegExp): boolean {
  return pattern.test((name ?? '').toLowerCase());
}

/** The password's hash, from which the keys of the parts are made, and the hash by which a key is checked. */
function hashOf(name: string | undefined): 'sha1' | 'sha256' {
  return isNamed(name, /sha-?256/) ? 'sha256' : 'sha1';
}

type Opener = { keys: Map<string, Buffer>; iterations: number; password: string };

/**
 * The package of an OpenDocument file that is protected by a password (ODF 1.3, part 2, chapter 3.4), as one without; null when
 * it is not protected. Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`, `too_large_to_read`.
 */
export async function decryptOdf(path: string, password: string, limits: ReadLimits): Promise<Buffer | null> {
  const archive = await openArchive(path, limits);
  try {
    if (!archive.has(MANIFEST)) return null;
    const bytes = await archive.read(MANIFEST);
    if (bytes.length > LARGEST_MANIFEST) throw damaged();
    const text = Buffer.from(bytes).toString('utf8');
    const manifest = parseXml(text);
    const entries = descendants(manifest, 'file-entry');
    const sealed = new Map(
      entries.flatMap((entry): [string, XmlElement][] => {
        const data = child(entry, 'encryption-data');
        return data ? [[attribute(entry, 'full-path') ?? '', data]] : [];
      }),
    );
    if (sealed.size === 0) return null;
    if (sealed.has('encrypted-package') || descendants(manifest, 'keyinfo').length > 0) throw unsupportedProtection();
    return await openParts(archive, sealed, text, password, limits);
  } finally {
    archive.close();
  }
}

async function openParts(
  archive: Archive,
  sealed: ReadonlyMap<string, XmlElement>,
  manifest: string,
  password: string,
  limits: ReadLimits,
): Promise<Buffer> {
  const opener: Opener = { keys: new Map(), iterations: 0, password };
  const parts: Zippable = {};
  let left = limits.maxUnpackedBytes;
  for (const name of archive.names) {
    if (name === MANIFEST) continue;
    const bytes = await archive.read(name);
    const data = sealed.get(name);
    const part = data ? unpacked(openPart(bytes, data, opener), left, limits.maxRatio) : bytes;
    left -= part.length;
    if (left < 0) throw tooLarge();
    parts[name] = [part, { level: name === 'mimetype' ? 0 : 1 }];
  }
  return Buffer.from(zipSync({ ...parts, [MANIFEST]: strToU8(withoutEncryption(manifest)) }));
}

/** Takes the elements `encryption-data` out, tag by tag: one expression for whole elements would look for each end anew. */
function withoutEncryption(manifest: string): string {
  let [plain, from, isInside] = ['', 0, false];
  for (const { 0: tag, index } of manifest.matchAll(/<\/?(?:\w+:)?encryption-data\b[^<>]*>/g)) {
    const isEnd = tag.startsWith('</');
    if (isEnd !== isInside) continue;
    if (!isEnd) plain += manifest.slice(from, index);
    isInside = !isEnd && !tag.endsWith('/>');
    from = isInside ? index : index + tag.length;
  }
  return plain + manifest.slice(from);
}

function tooLarge(cause?: unknown): ReadError {
  return new ReadError('too_large_to_read', 'The file unpacks to more data than this installation reads.', { cause });
}

/** Parts are packed before they are encrypted. */
function unpacked(bytes: Buffer, left: number, maxRatio: number): Buffer {
  try {
    const most = Math.min(left, Math.max(RATIO_FROM, bytes.length * maxRatio));
    return inflateRawSync(bytes, { maxOutputLength: most });
  } catch (cause) {
    throw (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(cause) : damaged(cause);
  }
}

function keyFor(data: XmlElement, opener: Opener): Buffer {
  const derivation = child(data, 'key-derivation');
  const start = child(data, 'start-key-generation');
  if (!isNamed(attribute(derivation, 'key-derivation-name'), /pbkdf2$/)) throw unsupportedProtection();
  const salt = attribute(derivation, 'salt') ?? '';
  const iterations = Number(attribute(derivation, 'iteration-count') ?? 1024);
  const length = Number(attribute(derivation, 'key-size') ?? 16);
  const hash = hashOf(attribute(start, 'start-key-generation-name'));
  if (!Number.isInteger(iterations) || !Number.isInteger(length)) throw damaged();
  const name = [salt, iterations, length, hash].join(' ');
  const known = opener.keys.get(name);
  if (known) return known;
  opener.iterations += iterations;
  const isSound = iterations >= 1 && iterations <= MOST_ITERATIONS && [16, 24, 32].includes(length);
  if (!isSound || opener.iterations > MOST_ITERATIONS_IN_ALL) throw unsupportedProtection();
  const secret = createHash(hash).update(opener.password, 'utf8').digest();
  const key = pbkdf2Sync(secret, Buffer.from(salt, 'base64'), iterations, length, 'sha1');
  opener.keys.set(name, key);
  return key;
}

function openPart(bytes: Uint8Array, data: XmlElement, opener: Opener): Buffer {
  const algorithm = child(data, 'algorithm');
  const name = attribute(algorithm, 'algorithm-name');
  const iv = Buffer.from(attribute(algorithm, 'initialisation-vector') ?? '', 'base64');
  const key = keyFor(data, opener);
  const plain = isNamed(name, /blowfish/) ? openBlowfish(key, iv, bytes) : openAes(name, key, iv, bytes);
  requireChecksum(plain, data);
  return plain;
}

function openBlowfish(key: Buffer, iv: Buffer, bytes: Uint8Array): Buffer {
  if (iv.length < 8) throw damaged();
  return blowfishCfb(key, iv, bytes, 'decrypt');
}

/** The last byte says by how many the data was filled up to whole blocks. */
function openAes(name: string | undefined, key: Buffer, iv: Buffer, bytes: Uint8Array): Buffer {
  const bits = /aes-?(128|192|256)-cbc$/.exec((name ?? '').toLowerCase())?.[1];
  if (bits === undefined || Number(bits) !== key.length * 8) throw unsupportedProtection();
  if (iv.length !== 16 || bytes.length === 0 || bytes.length % 16 !== 0) throw damaged();
  const cipher = createDecipheriv(`aes-${bits}-cbc`, key, iv).setAutoPadding(false);
  const padded = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return padded.subarray(0, padded.length - Math.min(16, padded.at(-1) ?? 0));
}

/** Files made before 2011 have the checksum of a whole part, others that of its first kilobyte; without one, only unpacking tells. */
function requireChecksum(plain: Buffer, data: XmlElement): void {
  const kind = attribute(data, 'checksum-type');
  const wanted = Buffer.from(attribute(data, 'checksum') ?? '', 'base64');
  if (!kind || wanted.length === 0) return;
  const checked = isNamed(kind, /1k$/) ? plain.subarray(0, CHECKED_BYTES) : plain;
  const digest = createHash(hashOf(kind)).update(checked).digest();
  if (digest.length !== wanted.length || !timingSafeEqual(digest, wanted)) throw wrongPassword();
}
