import { ByteWriter, hash, type Sha256 } from './bytes.ts';
import { rootOfPath } from './tree.ts';

/*
 * What a company has published, as the record of a market day's opening has it: a chain over its quarters, and
 * a tree over the chains of all companies, each by its code. The record names the tree's root before the day's first
 * step.
 */

type Lines = Readonly<Record<string, string>>;

/** A quarter as it is published: decimal text. */
export type SealedQuarter = {
  /** The quarter's last day. */
  readonly quarter: string;
  readonly profitAndLoss: Lines;
  readonly balance: Lines;
  readonly cashFlow: Lines;
  readonly holders: Lines;
  readonly dividends: string;
  readonly notes: Lines;
  readonly expected: Lines;
};

/** Where a chain of accounts stands in the tree over those of all companies. */
export type AccountsPlace = {
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
};

/** The head of a company's accounts before its first quarter. */
export function firstAccounts(code: string, sha256: Sha256 = hash): Uint8Array {
  const to = new ByteWriter();
  to.lp('khara/accounts/1');
  to.lp(code);
  return sha256(to.bytes());
}

/** The head of a company's accounts with a quarter more. */
export function nextAccounts(head: Uint8Array, of: SealedQuarter, sha256: Sha256 = hash): Uint8Array {
  const to = new ByteWriter();
  to.raw(head, 32);
  to.lp(of.quarter);
  for (const lines of [of.profitAndLoss, of.balance, of.cashFlow, of.holders, of.notes, of.expected]) {
    const names = Object.keys(lines).toSorted();
    to.u32(names.length);
    for (const name of names) {
      to.lp(name);
      to.lp(lines[name]!);
    }
  }
  to.lp(of.dividends);
  return sha256(to.bytes());
}

/** The leaf of a company: its code and the head of its accounts, so that no other company's pass for them. */
export function companyLeaf(code: string, head: Uint8Array, sha256: Sha256 = hash): Uint8Array {
  const to = new ByteWriter();
  to.lp('khara/company/1');
  to.lp(code);
  to.raw(head, 32);
  return sha256(to.bytes());
}

/** The root that a record of a day's opening names where a company has published these quarters after `head`. */
export function accountsRoot(
  code: string,
  head: Uint8Array,
  quarters: readonly SealedQuarter[],
  place: AccountsPlace,
): Uint8Array | undefined {
  const now = quarters.reduce((at, quarter) => nextAccounts(at, quarter), head);
  return rootOfPath({ ...place, leaf: companyLeaf(code, now) });
}
