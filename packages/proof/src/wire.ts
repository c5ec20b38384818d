import { hex, unhex } from './bytes.ts';
import type { LoggedEntry } from './chain.ts';
import type { SignedReceipt } from './receipt.ts';

/** An entry as it travels: integers as decimal text, bytes as lower-case hex. */
export type WireEntry = {
  readonly id: string;
  readonly uid: string;
  readonly kind: string;
  readonly ref: string;
  readonly actor: string;
  readonly marketDate: string;
  readonly at: number;
  readonly salt: string;
  readonly lines: readonly WireLine[];
  readonly leaf: string;
};

type WireLine = {
  readonly owner: string;
  readonly asset: string;
  readonly code: number;
  readonly amount: string;
  readonly after?: string | undefined;
  readonly seq?: string | undefined;
  readonly prev?: string | undefined;
};

/** Throws on what is no number or no hex. */
export const readEntry = ({ id: _, salt, leaf, lines, ...rest }: WireEntry): LoggedEntry => ({
  ...rest,
  salt: unhex(salt),
  leaf: unhex(leaf),
  lines: lines.map(({ owner, asset, code, amount, after, seq, prev }) => ({
    owner,
    asset,
    code,
    amount: BigInt(amount),
    ...(after !== undefined && { after: BigInt(after) }),
    ...(seq !== undefined && { seq: BigInt(seq) }),
    ...(prev !== undefined && { prev: unhex(prev) }),
  })),
});

/** A receipt as it travels. */
export type WireReceipt = {
  readonly uid: string;
  readonly leaf: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly index: number;
  readonly size: number;
  readonly path: string[];
  /** Public key of the server that signed. */
  readonly signer: string;
  readonly signature: string;
};

/** Throws on what is no hex. */
export const readReceipt = ({ uid, leaf, at, index, size, path, signer, signature }: WireReceipt): SignedReceipt => ({
  uid,
  leaf: unhex(leaf),
  at,
  index,
  size,
  path: path.map(unhex),
  signer: unhex(signer),
  signature: unhex(signature),
});

export const writeReceipt = ({ uid, leaf, at, index, size, path, signer, signature }: SignedReceipt): WireReceipt => ({
  uid,
  leaf: hex(leaf),
  at,
  index,
  size,
  path: path.map(hex),
  signer: hex(signer),
  signature: hex(signature),
});
