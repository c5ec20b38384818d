import { unhex } from './bytes.ts';
import type { LoggedEntry } from './chain.ts';

/** An entry as it travels: integers as decimal text, bytes as lower-case hex. */
export interface WireEntry {
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
}

interface WireLine {
  readonly owner: string;
  readonly asset: string;
  readonly code: number;
  readonly amount: string;
  readonly after?: string | undefined;
  readonly seq?: string | undefined;
  readonly prev?: string | undefined;
}

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
