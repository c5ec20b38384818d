import { createECDH, createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { DAY_MS } from '@khara/rules';
import { errorCode, keyFile, readSecret } from './keys.ts';

/**
 * The certificate authority of an installation, for `npm start -- --lan`: a phone that trusts its root reaches this
 * server encrypted, by the address that it has in the network.
 */

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ROOT_MS = 3650 * DAY_MS;
/** Apple trusts no certificate that is valid for longer, of whatever authority. */
const LEAF_MS = 397 * DAY_MS;
/** Clocks of phones go wrong by minutes. */
const EARLY_MS = DAY_MS;

const KEY_BYTES = 32;

/** A value of ASN.1 with its tag; shorter than 128 bytes, as all of these are. */
const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const value = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, value.length]), value]);
};
const [SEQUENCE, PERMITTED, DNS_NAME, IP_ADDRESS] = [0x30, 0xa0, 0x82, 0x87];

const NAME_CONSTRAINTS = '2.5.29.30'; // RFC 5280, 4.2.1.10
/**
 * What the root may vouch for: networks that are not on the Internet (RFC 1918, 3927), by address and mask, and this
 * machine itself. A phone that trusts it can be led wrong nowhere else.
 */
const PRIVATE_ONLY = tagged(
  SEQUENCE,
  tagged(
    PERMITTED,
    ...[
      tagged(DNS_NAME, Buffer.from('localhost')),
      ...[
        [10, 0, 0, 0, 255, 0, 0, 0],
        [172, 16, 0, 0, 255, 240, 0, 0],
        [192, 168, 0, 0, 255, 255, 0, 0],
        [169, 254, 0, 0, 255, 255, 0, 0],
        [127, 0, 0, 0, 255, 0, 0, 0],
      ].map((network) => tagged(IP_ADDRESS, Buffer.from(network))),
    ].map((name) => tagged(SEQUENCE, name)),
  ),
);

x509.cryptoProvider.set(crypto);

export type LanAuthority = {
  /** The root as a phone installs it, DER. */
  readonly root: Uint8Array;
  /** A certificate of this server at its addresses, with its key, PEM. */
  readonly certify: (
    addresses: readonly string[],
    now: number,
  ) => Promise<{ readonly cert: string; readonly key: string }>;
};

/**
 * The authority of a directory of keys, made at its first use. Its root stays, since phones trust that one.
 * Throws, with a text for the operator, where the files do not fit.
 */
export async function openLanAuthority(keysDir: string, now: number): Promise<LanAuthority> {
  const keys = await readKeys(keysDir);
  const file = keyFile(keysDir, 'lan-ca.crt');
  const kept = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  const root = kept ? await readRoot(file, kept, { keys, now }) : await makeRoot(keys, now);
  // A directory that is only read does without: the key is the same, and so is what it signs.
  if (!kept) await writeFile(file, Buffer.from(root.rawData), { mode: 0o644, flush: true }).catch(() => undefined);
  return {
    root: new Uint8Array(root.rawData),
    certify: (addresses, at) => makeLeaf(root, keys.privateKey, addresses, at),
  };
}

const THEN_AGAIN = 'Each phone then installs /ca.crt again.';

/** The root that was kept, if phones can trust what the key signs by it. */
async function readRoot(
  file: string,
  kept: Buffer<ArrayBuffer>,
  { keys, now }: { readonly keys: CryptoKeyPair; readonly now: number },
): Promise<x509.X509Certificate> {
  const root = parse(kept);
  // Another root of the same key is trusted where the old one is.
  if (!root) throw new Error(`${file} is no certificate: delete it and start again. Phones need nothing new.`);
  const own = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey));
  if (!own.equals(Buffer.from(root.publicKey.rawData)))
    throw new Error(
      `${file} is of another key than lan-ca-key beside it: restore both from one backup, or delete it and start again. ${THEN_AGAIN}`,
    );
  if (root.notAfter.getTime() <= now)
    throw new Error(`${file} has ended on ${day(root.notAfter)}: delete it and start again. ${THEN_AGAIN}`);
  if (root.notBefore.getTime() > now)
    throw new Error(
      `${file} begins on ${day(root.notBefore)}, and the clock of this computer says ${day(new Date(now))}: set the clock.`,
    );
  return root;
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

function parse(raw: Buffer<ArrayBuffer>): x509.X509Certificate | undefined {
  try {
    return new x509.X509Certificate(raw);
  } catch {
    return undefined;
  }
}

/** The key pair that a secret of 256 bits is. */
async function readKeys(keysDir: string): Promise<CryptoKeyPair> {
  const secret = Buffer.from(await readSecret(keysDir, 'lan-ca-key'), 'base64url');
  const pair = createECDH('prime256v1');
  try {
    if (secret.length !== KEY_BYTES) throw new Error('too short');
    pair.setPrivateKey(secret);
  } catch (cause) {
    const file = keyFile(keysDir, 'lan-ca-key');
    throw new Error(
      `${file} is no key: restore it from a backup, or delete it and lan-ca.crt and start again. ${THEN_AGAIN}`,
      { cause },
    );
  }
  const point = pair.getPublicKey();
  const publicPart = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { subtle } = crypto;
  return {
    privateKey: await subtle.importKey('jwk', { ...publicPart, d: secret.toString('base64url') }, ALGORITHM, false, [
      'sign',
    ]),
    publicKey: await subtle.importKey('jwk', publicPart, ALGORITHM, true, ['verify']),
  };
}

async function makeRoot(keys: CryptoKeyPair, now: number): Promise<x509.X509Certificate> {
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const id = createHash('sha256').update(raw).digest('hex').slice(0, 8);
  return x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: `CN=Khara practice market ${id}, O=Khara`,
    notBefore: new Date(now - EARLY_MS),
    notAfter: new Date(now + ROOT_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      new x509.Extension(NAME_CONSTRAINTS, true, new Uint8Array(PRIVATE_ONLY)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
}

async function makeLeaf(
  root: x509.X509Certificate,
  signingKey: CryptoKey,
  addresses: readonly string[],
  now: number,
): Promise<{ readonly cert: string; readonly key: string }> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: 'CN=Khara practice market',
    issuer: root.subject,
    notBefore: new Date(now - EARLY_MS),
    notAfter: new Date(now + LEAF_MS - EARLY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(root),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: leaf.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
}

/** 126 random bits: positive, and no shorter than its bytes. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.toString('hex');
}
