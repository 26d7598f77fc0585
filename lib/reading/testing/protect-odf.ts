import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { blowfishCfb } from '../protection/blowfish.ts';

/** Protects an OpenDocument file with a password: as programs did at first (Blowfish), or as those of today do. */
export function protectOdf(bytes: Uint8Array, password: string, kind: 'blowfish' | 'aes'): Uint8Array {
  const parts: Zippable = {};
  const entries: string[] = [];
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    if (name === 'mimetype') {
      parts[name] = [part, { level: 0 }];
      continue;
    }
    const packed = deflateRawSync(part);
    const hash = kind === 'aes' ? 'sha256' : 'sha1';
    const [salt, iv] = [randomBytes(16), randomBytes(kind === 'aes' ? 16 : 8)];
    const key = pbkdf2Sync(createHash(hash).update(password).digest(), salt, 1024, kind === 'aes' ? 32 : 16, 'sha1');
    parts[name] = [kind === 'aes' ? aes(key, iv, packed) : blowfishCfb(key, iv, packed, 'encrypt'), { level: 0 }];
    const checksum = createHash(hash).update(packed.subarray(0, 1024)).digest('base64');
    const names =
      kind === 'aes'
        ? { check: 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k', cipher: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' }
        : { check: 'SHA1/1K', cipher: 'Blowfish CFB' };
    const start =
      kind === 'aes'
        ? '<m:start-key-generation m:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" m:key-size="32"/>'
        : '';
    entries.push(
      `<m:file-entry m:full-path="${name}" m:media-type="text/xml" m:size="${part.length}"><m:encryption-data m:checksum-type="${names.check}" m:checksum="${checksum}"><m:algorithm m:algorithm-name="${names.cipher}" m:initialisation-vector="${iv.toString('base64')}"/>${start}<m:key-derivation m:key-derivation-name="PBKDF2" m:key-size="${key.length}" m:iteration-count="1024" m:salt="${salt.toString('base64')}"/></m:encryption-data></m:file-entry>`,
    );
  }
  const manifest = `<?xml version="1.0"?><m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entries.join('')}</m:manifest>`;
  return zipSync({ ...parts, 'META-INF/manifest.xml': Buffer.from(manifest) });
}

function aes(key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  const fill = 16 - (data.length % 16);
  const padded = Buffer.concat([data, randomBytes(fill - 1), Buffer.from([fill])]);
  return Buffer.concat([cipher.update(padded), cipher.final()]);
}
