import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, hex, lp, raw, sameBytes } from './bytes.ts';
import { derivePublicKey } from './checkpoint.ts';
import { type VerifyKey } from './note.ts';
import { bytesIn, parseFields } from './signed-text.ts';

/**
 * The log's key says that a server's key signs receipts (`node.certify`), or signs no more (`node.retire`). Records of
 * these types have it as their text. It is signed, since each server may write records, and only those that seal the
 * log have its key.
 */
export type NodeKeyRecord = {
  /** Of the log. */
  readonly name: string;
  readonly node: string;
  readonly key: Uint8Array;
  /** The log's key that signs it. */
  readonly root: Uint8Array;
  readonly signature: Uint8Array;
};

export type NodeKeyAct = 'certify' | 'retire';
/** The type of its record. */
export const NODE_KEY_RECORDS = { certify: 'node.certify', retire: 'node.retire' } as const satisfies Record<
  NodeKeyAct,
  string
>;

type Said = Pick<NodeKeyRecord, 'name' | 'node' | 'key'>;

const signedBytes = (act: NodeKeyAct, { name, node, key }: Said): Uint8Array =>
  concat(lp(`khara/${NODE_KEY_RECORDS[act]}/1`), lp(name), lp(node), raw(key, 32));

/** The text of the record. The same act on the same key gives the same text. */
export function signNodeKey(act: NodeKeyAct, said: Said, rootSeed: Uint8Array): string {
  return JSON.stringify({
    name: said.name,
    node: said.node,
    key: hex(said.key),
    root: hex(derivePublicKey(rootSeed)),
    signature: hex(ed25519.sign(signedBytes(act, said), rootSeed)),
  });
}

/** Undefined when the text is no such act, or not signed by the key that it names. */
export function readNodeKey(act: NodeKeyAct, json: string): NodeKeyRecord | undefined {
  const read = parseFields(json);
  const [name, node] = [read?.['name'], read?.['node']];
  const [key, root] = [bytesIn(read?.['key'], 32), bytesIn(read?.['root'], 32)];
  const signature = bytesIn(read?.['signature'], 64);
  if (typeof name !== 'string' || typeof node !== 'string' || !key || !root || !signature) return undefined;
  const record = { name, node, key, root, signature };
  return ed25519.verify(signature, signedBytes(act, record), root, { zip215: false }) ? record : undefined;
}

/** Whether one of the log's keys says this of the key. */
export const isSaidAbout = (
  act: NodeKeyAct,
  { json, key, roots }: { readonly json: string; readonly key: Uint8Array; readonly roots: readonly VerifyKey[] },
): boolean => {
  const record = readNodeKey(act, json);
  return (
    record !== undefined &&
    sameBytes(record.key, key) &&
    roots.some(({ name, publicKey }) => name === record.name && sameBytes(publicKey, record.root))
  );
};
