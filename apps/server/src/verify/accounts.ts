import { createHash } from 'node:crypto';
import { FIRST_HEAD, hex, sameBytes } from '@khara/proof';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

const ACCOUNTS = 2000;
const LINES = 5000;

type AccountRow = {
  readonly id: bigint;
  readonly owner: string;
  readonly asset: string;
  readonly code: number;
  readonly balance: bigint;
  readonly seq: bigint;
  readonly head: Uint8Array;
};

type LineRow = {
  readonly account_id: bigint;
  readonly seq: bigint;
  readonly entry_id: bigint;
  readonly line: number;
  readonly amount: bigint;
  readonly after: bigint;
  readonly prev: Uint8Array;
  readonly leaf: Uint8Array;
  readonly at_ms: bigint;
};

/**
 * Every account that carries a balance, walked along from its first line: numbers without a gap, each line
 * tied to the one before by its hash, no balance below zero on the way, time that never runs back; and the
 * sum, the count and the head at the end are those of the account. A page of lines at a time, however long it
 * is.
 */
export const verifyAccounts: Check = async (tx) => {
  const chain = finding('account_chain');
  const balance = finding('account_balance');
  for (let after = 0n; ;) {
    const accounts = await tx.query<AccountRow>(
      'verify.accounts',
      `SELECT id, owner, asset, code, balance, seq, head FROM ledger.account WHERE tracked AND id > $1 ORDER BY id LIMIT $2`,
      [after, ACCOUNTS],
    );
    const last = accounts.at(-1);
    if (!last) return [chain.end(), balance.end()];
    const walked = new Map(accounts.map(({ id }) => [id, newWalk()]));
    for await (const line of linesOf(tx, accounts)) {
      const wrong = step(walked.get(line.account_id)!, line);
      if (wrong !== undefined) chain.add(`line ${line.entry_id}-${line.line} of account ${line.account_id} ${wrong}`);
    }
    for (const account of accounts) {
      const { sum, seq, head } = walked.get(account.id)!;
      const what = `account ${account.id} (${account.owner} ${account.asset} ${account.code})`;
      if (sum !== account.balance) balance.add(`${what} has ${account.balance}, its lines make ${sum}`);
      if (seq !== account.seq || !sameBytes(head, account.head)) {
        chain.add(`${what} ends at line ${account.seq} and ${hex(account.head)}, its lines at ${seq} and ${hex(head)}`);
      }
    }
    after = last.id;
  }
};

const newWalk = () => ({ sum: 0n, seq: 0n, head: FIRST_HEAD as Uint8Array, at: 0n });

/** What is wrong with the next line of an account. */
function step(walk: ReturnType<typeof newWalk>, line: LineRow): string | undefined {
  const { seq, sum, head, at } = walk;
  walk.seq = seq + 1n;
  walk.sum = sum + line.amount;
  walk.at = line.at_ms;
  const place = Buffer.alloc(4);
  place.writeUInt32BE(line.line);
  walk.head = createHash('sha256').update('\x02').update(head).update(line.leaf).update(place).digest();
  if (line.seq !== walk.seq) return `is number ${line.seq}, and comes as number ${walk.seq}`;
  if (!sameBytes(line.prev, head)) return 'does not go on from the one before';
  if (line.after !== walk.sum || walk.sum < 0n) return `says ${line.after} are left, it is ${walk.sum}`;
  return line.at_ms < at ? 'is older than the one before' : undefined;
}

async function* linesOf(tx: Queryable, accounts: readonly AccountRow[]): AsyncGenerator<LineRow> {
  const ids = accounts.map(({ id }) => id);
  let from: readonly [account: bigint, seq: bigint] = [0n, 0n];
  for (;;) {
    const lines = await tx.query<LineRow>(
      'verify.lines',
      `SELECT p.account_id, p.seq, p.entry_id, p.line, p.amount, p.after, p.prev, e.leaf, e.at_ms
       FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id
       WHERE p.account_id = ANY ($1::bigint[]) AND p.seq IS NOT NULL AND (p.account_id, p.seq) > ($2, $3) ORDER BY p.account_id, p.seq LIMIT $4`,
      [ids, ...from, LINES],
    );
    yield* lines;
    const last = lines.at(-1);
    if (!last || lines.length < LINES) return;
    from = [last.account_id, last.seq];
  }
}
