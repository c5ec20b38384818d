import { createHash } from 'node:crypto';
import { FIRST_HEAD, hex, sameBytes } from '@khara/proof';
import type { Queryable } from '#src/ports/database.ts';
import { tileHashes } from '#modules/ledger/index.ts';
import { finding, type Check } from './finding.ts';

const PERSONS = 1000;
const ENTRIES = 5000;

type Account = {
  readonly id: bigint;
  readonly person: number;
  readonly owner: string;
  readonly asset: string;
  readonly assetId: number;
  readonly code: number;
  readonly balance: bigint;
  readonly seq: bigint;
  readonly head: Uint8Array;
};

type Entry = {
  readonly id: bigint;
  readonly person: number;
  readonly asset: readonly number[];
  readonly code: readonly number[];
  readonly amount: readonly bigint[];
  readonly after: readonly (bigint | null)[];
  readonly seq: readonly (bigint | null)[];
  readonly prev: Uint8Array;
  readonly leaf: Uint8Array;
  readonly at: number;
};

type Line = {
  readonly line: number;
  readonly amount: bigint;
  readonly after: bigint | null;
  readonly seq: bigint | null;
  readonly prev: Uint8Array;
};

/**
 * Every account, walked along from its first line: numbers without a gap, each line tied to the one before by
 * its hash, no balance below zero on the way, time that never runs back; and the sum, the count and the head
 * at the end are those of the account. A user's entries are read in the order of their ids, a page at a time,
 * however many there are.
 */
export const verifyAccounts: Check = async (tx) => {
  const chain = finding('account_chain');
  const balance = finding('account_balance');
  for (let after = 0; ;) {
    const [next] = await tx.query<{ person: number | undefined }>(
      'verify.next_person',
      `SELECT least((SELECT min(a.person) FROM ledger.account a WHERE a.person > $1), (SELECT min(e.person) FROM ledger.entry e WHERE e.person > $1)) AS person`,
      [after],
    );
    if (!next || next.person === undefined) return [chain.end(), balance.end()];
    const first = next.person;
    after = first + PERSONS - 1;
    const accounts = await tx.query<Account>(
      'verify.accounts',
      `SELECT id, person, owner, asset, asset_id, code, balance, seq, head FROM ledger.account WHERE person BETWEEN $1 AND $2 ORDER BY id`,
      [first, after],
    );
    const walked = new Map(accounts.map(({ person, assetId, code }) => [accountKey(person, assetId, code), newWalk()]));
    for await (const entry of entriesOf(tx, first, after)) {
      for (const { key, ...line } of trackedLines(entry)) {
        const walk = walked.get(key);
        const wrong = walk ? step(walk, line, entry) : 'has no account';
        if (wrong !== undefined) chain.add(`line ${entry.id}-${line.line} of person ${entry.person} ${wrong}`);
      }
    }
    for (const account of accounts) {
      const { sum, seq, head } = walked.get(accountKey(account.person, account.assetId, account.code))!;
      const what = `account ${account.id} (${account.owner} ${account.asset} ${account.code})`;
      if (sum !== account.balance) balance.add(`${what} has ${account.balance}, its lines make ${sum}`);
      if (seq !== account.seq || !sameBytes(head, account.head)) {
        chain.add(`${what} ends at line ${account.seq} and ${hex(account.head)}, its lines at ${seq} and ${hex(head)}`);
      }
    }
  }
};

const accountKey = (person: number, asset: number, code: number): string => `${person} ${asset} ${code}`;

/** Lines of users' accounts, each with the head before it. */
function trackedLines({ person, asset, code, amount, after, seq, prev }: Entry): (Line & { readonly key: string })[] {
  const heads = tileHashes(prev);
  const places = code.flatMap((one, at) => (one < FIRST_UNTRACKED ? [at] : []));
  return places.map((at, tracked) => ({
    key: accountKey(person, asset[at] ?? 0, code[at] ?? 0),
    line: at + 1,
    amount: amount[at] ?? 0n,
    after: after[at] ?? null,
    seq: seq[at] ?? null,
    prev: heads[tracked] ?? new Uint8Array(0),
  }));
}

/** Codes of users' accounts are lower. */
const FIRST_UNTRACKED = 200;

const newWalk = () => ({ sum: 0n, seq: 0n, head: FIRST_HEAD as Uint8Array, at: 0 });

/** What is wrong with the next line of an account. */
function step(walk: ReturnType<typeof newWalk>, line: Line, entry: Entry): string | undefined {
  const { seq, sum, head, at } = walk;
  walk.seq = seq + 1n;
  walk.sum = sum + line.amount;
  walk.at = entry.at;
  const place = Buffer.alloc(4);
  place.writeUInt32BE(line.line);
  walk.head = createHash('sha256').update('\x02').update(head).update(entry.leaf).update(place).digest();
  if (line.seq !== walk.seq) return `is number ${line.seq}, and comes as number ${walk.seq}`;
  if (!sameBytes(line.prev, head)) return 'does not go on from the one before';
  if (line.after !== walk.sum || walk.sum < 0n) return `says ${line.after} are left, it is ${walk.sum}`;
  return entry.at < at ? 'is older than the one before' : undefined;
}

async function* entriesOf(tx: Queryable, first: number, last: number): AsyncGenerator<Entry> {
  for (let from: readonly [person: number, id: bigint] = [first, 0n]; ;) {
    const entries = await tx.query<Entry>(
      'verify.entries_of_person',
      `SELECT id, person, asset, code, amount, after, seq, prev, leaf, at_ms FROM ledger.entry
       WHERE (person, id) > ($1, $2) AND person <= $3 ORDER BY person, id LIMIT $4`,
      [...from, last, ENTRIES],
    );
    yield* entries;
    const newest = entries.at(-1);
    if (!newest || entries.length < ENTRIES) return;
    from = [newest.person, newest.id];
  }
}
