import { describe, expect, it } from 'vitest';
import { SmallLog } from '../test/small-log.ts';
import {
  accountKey,
  entryLeaf,
  FIRST_HEAD,
  hex,
  nextHead,
  derivePublicKey,
  readEntry,
  signCheckpoint,
  verifyLine,
  verifyStatement,
  type AccountHead,
  type ChainPart,
  type Entry,
  type OwnAccount,
  type BillLine,
  type StatementSource,
  type WireEntry,
} from './index.ts';

const OWNER = 'u:u1';
const SHARE = 'EQ:INE000000001';
/** Entries in one answer: less than the accounts have. */
const PART = 2;

const wireEntry = ({ salt, lines, ...entry }: Entry, id: string): WireEntry => ({
  ...entry,
  id,
  salt: hex(salt),
  leaf: hex(entryLeaf({ ...entry, salt, lines })),
  lines: lines.map(({ amount, after, seq, prev, ...line }) => ({
    ...line,
    amount: `${amount}`,
    ...(prev && { after: `${after}`, seq: `${seq}`, prev: hex(prev) }),
  })),
});

/** A server that keeps one member's accounts, bill and log in memory, honestly. A test puts one answer over it. */
class SmallServer implements StatementSource {
  readonly log = new SmallLog();
  readonly entries: WireEntry[] = [];
  readonly #heads = new Map<string, AccountHead>();

  /** Writes an entry: amounts of the member by code; the other side of each asset comes from outside. */
  post(kind: string, moves: readonly (readonly [asset: string, code: number, amount: bigint])[]): this {
    const id = `${this.entries.length + 1}`;
    const own = moves.map(([asset, code, amount]) => {
      const line = { owner: OWNER, asset, code, amount };
      const { balance, seq, head } = this.#head(line);
      return { ...line, after: balance + amount, seq: seq + 1n, prev: head };
    });
    const sums = new Map<string, bigint>();
    for (const { asset, amount } of own) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    const others = [...sums]
      .filter(([, sum]) => sum !== 0n)
      .map(([asset, sum]) => ({ owner: 'x', asset, code: 301, amount: -sum }));
    const entry: Entry = {
      uid: `01900000-0000-7000-8000-${id.padStart(12, '0')}`,
      kind,
      ref: `${kind} ${id}`,
      actor: 'system',
      marketDate: '2026-01-02',
      at: 1_795_000_000_000 + Number(id),
      salt: new Uint8Array(16).fill(Number(id)),
      lines: [...own, ...others],
    };
    const leaf = entryLeaf(entry);
    for (const [index, line] of own.entries()) {
      const head = nextHead(line.prev, leaf, index + 1);
      this.#heads.set(accountKey(line), { balance: line.after, seq: line.seq, head });
    }
    const wire = wireEntry(entry, id);
    this.entries.push(wire);
    this.log.append(wire);
    return this;
  }

  #head(account: { readonly owner: string } & OwnAccount): AccountHead {
    return this.#heads.get(accountKey(account)) ?? { balance: 0n, seq: 0n, head: FIRST_HEAD };
  }

  readonly chain = ({ asset, code }: OwnAccount, afterSeq: number): Promise<ChainPart> => {
    const { balance, seq, head } = this.#head({ owner: OWNER, asset, code });
    const all = this.entries.filter(({ lines }) => lines.some((line) => line.asset === asset && line.code === code));
    const end = Math.min(afterSeq + PART, all.length);
    return Promise.resolve({
      owner: OWNER,
      seq: `${seq}`,
      balance: `${balance}`,
      head: hex(head),
      entries: all.slice(afterSeq, end),
      nextSeq: end < all.length ? `${end}` : null,
    });
  };

  readonly bill = (asset: string): Promise<readonly BillLine[]> => {
    let after = 0n;
    const lines = this.entries.flatMap(({ id, at, lines: entryLines }) =>
      entryLines.flatMap((line, index) => {
        if (line.owner !== OWNER || line.asset !== asset || line.code > 105) return [];
        const before = after;
        after += BigInt(line.amount);
        return [{ id: `${id}-${index + 1}`, asset, amount: BigInt(line.amount), before, after, at }];
      }),
    );
    return Promise.resolve(lines.toReversed());
  };

  readonly proof = (id: string) => {
    const entry = this.entries[Number(id.split('-')[0]) - 1];
    return Promise.resolve(this.log.proof(entry?.uid ?? '')!); // the tests ask for entries that there are
  };

  // As the server: a size beyond the log is asked for without.
  readonly checkpoint = (fromSize?: number) => Promise.resolve(this.log.checkpoint(fromSize) ?? this.log.checkpoint()!);
}

/**
 * Money that comes, is held and spent on shares, and dollars bought: four accounts, three of them in more
 * than one part.
 */
const server = () => {
  const books = new SmallServer();
  books.log.grow(3);
  books.post('recharge', [['INR', 101, 100_000n]]);
  for (let count = 0; count < 3; count += 1) {
    books.post('order_hold', [
      ['INR', 101, -10_000n],
      ['INR', 102, 10_000n],
    ]);
    books.post('fill', [
      ['INR', 102, -10_000n],
      [SHARE, 201, 10n],
    ]);
    books.log.grow(2);
  }
  return books.post('convert', [
    ['INR', 101, -8_500n],
    ['USDT', 101, 100n],
  ]);
};

const verify = (source: StatementSource, more: Partial<Parameters<typeof verifyStatement>[1]> = {}) =>
  verifyStatement(source, { owner: OWNER, known: undefined, ...more });

describe('a statement that holds', () => {
  it('of a new account is empty, and in order', async () => {
    expect(await verify(new SmallServer())).toMatchObject({
      ok: true,
      counts: { entries: 0, lines: 0, accounts: 0, billLines: 0 },
    });
  });

  it('counts every entry, line and account, also of shares that only an entry names', async () => {
    const parts: (readonly [string, number])[] = [];
    const verdict = await verify(server(), { onProgress: ({ check, part }) => parts.push([check, part]) });
    expect(verdict).toMatchObject({
      ok: true,
      counts: { entries: 8, lines: 15, accounts: 4, billLines: 12 },
      before: undefined,
      keyChanges: 0,
    });
    for (const check of ['lines', 'inclusion']) expect(parts.findLast(([what]) => what === check)?.[1], check).toBe(1);
  });

  it('is the beginning of the next one, which holds too', async () => {
    const books = server();
    const first = await verify(books);
    if (!first.ok) throw new Error(first.fault);
    books.post('recharge', [['INR', 101, 5n]]);
    const second = await verify(books, { known: first.known });
    expect(second).toMatchObject({ ok: true, before: { size: first.checkpoint.size } });
    if (second.ok) expect(second.known.notes).toHaveLength(2);
  });

  it('still holds when the log grows while the statement is read', async () => {
    const books = server();
    let asked = 0;
    const growing: StatementSource = {
      ...books,
      proof: (id) => {
        asked += 1;
        books.log.wait(1_000).grow(1);
        return books.proof(id);
      },
    };
    expect(await verify(growing)).toMatchObject({ ok: true });
    expect(asked).toBeGreaterThan(0);
  });

  it('still holds when an entry is proved in an older log than the newest', async () => {
    const books = server();
    const proofs = new Map<string, Awaited<ReturnType<StatementSource['proof']>>>();
    for (const { id } of books.entries) proofs.set(id, await books.proof(id));
    books.log.wait(1_000).grow(7);
    expect(await verify({ ...books, proof: (id) => Promise.resolve(proofs.get(id)!) })).toMatchObject({ ok: true });
  });

  it('is read again when money moves between accounts and bill, three times at most', async () => {
    const books = server();
    let [readings, moves] = [0, 2];
    const moving: StatementSource = {
      ...books,
      bill: (asset) => {
        if (asset === 'INR') readings += 1;
        if (asset === 'INR' && readings <= moves) books.post('recharge', [['INR', 101, 7n]]);
        return books.bill(asset);
      },
    };
    expect(await verify(moving)).toMatchObject({ ok: true, counts: { entries: 10 } });
    expect(readings).toBe(3);
    [readings, moves] = [0, Infinity];
    expect(await verify(moving)).toMatchObject({ ok: false, failed: 'bill', fault: 'bill_mismatch' });
    expect(readings).toBe(3);
  });
});

/** A chain whose answers for one account are changed. */
const withChain = (
  books: SmallServer,
  { asset, code }: OwnAccount,
  change: (part: ChainPart, afterSeq: number) => Partial<ChainPart>,
): StatementSource => ({
  ...books,
  chain: async (account, afterSeq) => {
    const part = await books.chain(account, afterSeq);
    return account.asset === asset && account.code === code ? { ...part, ...change(part, afterSeq) } : part;
  },
});
const rupees = { asset: 'INR', code: 101 };
const held = { asset: 'INR', code: 102 };
const shares = { asset: SHARE, code: 201 };

const withBill = (
  books: SmallServer,
  change: (lines: readonly BillLine[]) => readonly BillLine[],
): StatementSource => ({
  ...books,
  bill: async (asset) => (asset === 'INR' ? change(await books.bill(asset)) : books.bill(asset)),
});

const withProof = (
  books: SmallServer,
  change: (answer: Awaited<ReturnType<StatementSource['proof']>>) => object,
): StatementSource => ({
  ...books,
  proof: async (id) => {
    const answer = await books.proof(id);
    return { ...answer, ...change(answer) };
  },
});

/** The same entry with other salt: it hashes to a leaf of its own. */
const otherVersion = (wire: WireEntry): WireEntry =>
  wireEntry({ ...readEntry(wire), salt: new Uint8Array(16).fill(99) }, wire.id);

type Tampering = [what: string, tamper: (books: SmallServer) => StatementSource, failed: string, fault: string];

describe('a statement with one false answer', () => {
  it.each<Tampering>([
    [
      'an account of another owner',
      (books) => withChain(books, held, () => ({ owner: 'u:u2' })),
      'lines',
      'other_owner',
    ],
    ['a balance', (books) => withChain(books, rupees, () => ({ balance: '1' })), 'lines', 'account_mismatch'],
    ['a number of lines', (books) => withChain(books, shares, () => ({ seq: '4' })), 'lines', 'account_mismatch'],
    ['a head', (books) => withChain(books, held, () => ({ head: '00'.repeat(32) })), 'lines', 'account_mismatch'],
    [
      'an account without its lines',
      (books) => withChain(books, shares, () => ({ entries: [], nextSeq: null })),
      'lines',
      'account_mismatch',
    ],
    [
      'an amount',
      (books) =>
        withChain(books, rupees, ({ entries }) => ({
          entries: entries.map((entry) => ({ ...entry, lines: entry.lines.map((line) => ({ ...line, amount: '1' })) })),
        })),
      'lines',
      'leaf_mismatch',
    ],
    [
      'lines in another order',
      (books) => withChain(books, rupees, ({ entries }) => ({ entries: entries.toReversed() })),
      'lines',
      'seq_gap',
    ],
    [
      'parts without end',
      (books) => {
        let asked = 0;
        return withChain(books, held, (_part, afterSeq) => {
          if ((asked += 1) > 99) throw new Error('asked without end');
          return { entries: [], nextSeq: `${afterSeq}` };
        });
      },
      'lines',
      'seq_gap',
    ],
    [
      'a part left out',
      (books) => withChain(books, held, ({ nextSeq }) => ({ nextSeq: nextSeq && `${Number(nextSeq) + 1}` })),
      'lines',
      'seq_gap',
    ],
    [
      'an entry in two versions',
      (books) => withChain(books, held, ({ entries }) => ({ entries: entries.map(otherVersion) })),
      'lines',
      'two_versions',
    ],
    [
      'a bill that begins with money',
      (books) =>
        withBill(books, (lines) =>
          lines.map((line) => ({ ...line, before: line.before + 1n, after: line.after + 1n })),
        ),
      'bill',
      'bill_mismatch',
    ],
    [
      'a bill whose amount and balance differ',
      (books) => withBill(books, ([newest, ...rest]) => [{ ...newest!, after: newest!.after + 1n }, ...rest]),
      'bill',
      'bill_mismatch',
    ],
    ...[1n, -1n].map((more): Tampering => [
      `a bill with an amount of ${more} more`,
      (books) =>
        withBill(books, ([newest, ...rest]) => [
          { ...newest!, amount: newest!.amount + more, after: newest!.after + more },
          ...rest,
        ]),
      'bill',
      'bill_mismatch',
    ]),
    ['a bill without its newest line', (books) => withBill(books, (lines) => lines.slice(1)), 'bill', 'bill_mismatch'],
    ['a bill of nothing', (books) => withBill(books, () => []), 'bill', 'bill_mismatch'],
    [
      'a bill with a line of no entry',
      (books) =>
        withBill(books, (lines) => [{ ...lines[0]!, id: '99-1', amount: 0n, before: lines[0]!.after }, ...lines]),
      'bill',
      'bill_mismatch',
    ],
    [
      'a proof by a key of its own',
      (books) =>
        withProof(books, ({ size }) => ({
          note: signCheckpoint(
            { name: books.log.name, size, root: new Uint8Array(32), timeMs: 1 },
            new Uint8Array(32).fill(9),
          ),
        })),
      'inclusion',
      'bad_signature',
    ],
    [
      'a proof of another path',
      (books) => withProof(books, ({ path }) => ({ path: path.slice(1) })),
      'inclusion',
      'not_included',
    ],
    [
      'a proof in a log of another size',
      (books) => withProof(books, ({ size }) => ({ size: size + 1 })),
      'inclusion',
      'not_included',
    ],
    [
      'a proof of another version',
      (books) => withProof(books, ({ entry }) => ({ entry: otherVersion(entry) })),
      'inclusion',
      'two_versions',
    ],
  ])('%s is refused', async (_what, tamper, failed, fault) => {
    const verdict = await verify(tamper(server()));
    expect(verdict).toMatchObject({ ok: false, failed, fault });
    if (!verdict.ok) expect(verdict.evidence).toBeDefined();
  });

  it('is found in whichever account it is', async () => {
    const codes = [101, 102, 103, 104, 105].map((code) => ({ asset: 'INR', code }));
    for (const account of [...codes, ...codes.slice(0, 4).map(({ code }) => ({ asset: 'USDT', code })), shares]) {
      const verdict = await verify(withChain(server(), account, () => ({ balance: '3' })));
      expect(verdict, accountKey({ owner: OWNER, ...account })).toMatchObject({ ok: false, fault: 'account_mismatch' });
    }
  });

  it('is found in whichever proof it is', async () => {
    // The newest entries of the accounts: the others follow from them.
    for (const newest of ['7', '8']) {
      const books = server();
      const source = withProof(books, ({ entry, path }) => (entry.id === newest ? { path: path.slice(1) } : {}));
      expect(await verify(source), newest).toMatchObject({ ok: false, fault: 'not_included' });
    }
  });

  it('proves entries in a second log that has the first one’s entries and another future', async () => {
    const books = server();
    const fork = books.log.copy().grow(2, 'the log of other members');
    books.log.grow(2);
    const forked: StatementSource = {
      ...books,
      proof: async (id) => fork.proof((await books.proof(id)).entry.uid)!,
    };
    expect(await verify(forked)).toMatchObject({ ok: false, failed: 'inclusion', fault: 'not_consistent' });
  });

  it('has a log that is shorter than the one this device knows, or of another key', async () => {
    const books = server();
    const first = await verify(books);
    if (!first.ok) throw new Error(first.fault);
    const older = new SmallServer();
    expect(await verify(older, { known: first.known })).toMatchObject({ failed: 'consistency', fault: 'log_shorter' });
    const pinned = { ...first.known, publicKey: hex(derivePublicKey(new Uint8Array(32).fill(9))) };
    expect(await verify(books, { known: pinned })).toMatchObject({ failed: 'signature', fault: 'key_changed' });
  });

  it('proves nothing when an answer does not come', async () => {
    for (const lost of ['chain', 'bill', 'proof', 'checkpoint'] as const)
      await expect(verify({ ...server(), [lost]: () => Promise.reject(new Error('away')) }), lost).rejects.toThrow(
        'away',
      );
  });
});

/** A device that knows nothing of the log yet. */
const ALONE = { owner: OWNER, known: undefined };

describe('one line', () => {
  it('holds by its entry and the log alone', async () => {
    expect(await verifyLine(server(), '2-1', ALONE)).toMatchObject({
      ok: true,
      index: 4,
      entry: { kind: 'order_hold' },
    });
  });

  it.each<Tampering>([
    [
      'another amount',
      (books) => withProof(books, ({ entry }) => ({ entry: { ...entry, kind: 'recharge' } })),
      'lines',
      'leaf_mismatch',
    ],
    [
      'an entry of others',
      (books) => withProof(books, ({ entry }) => ({ entry: wireEntry({ ...readEntry(entry), lines: [] }, entry.id) })),
      'lines',
      'other_owner',
    ],
    ['another path', (books) => withProof(books, ({ path }) => ({ path: path.slice(1) })), 'inclusion', 'not_included'],
    [
      'another version',
      (books) => withProof(books, ({ entry }) => ({ entry: otherVersion(entry) })),
      'inclusion',
      'not_included',
    ],
  ])('with %s is refused', async (_what, tamper, failed, fault) => {
    expect(await verifyLine(tamper(server()), '2-1', ALONE)).toMatchObject({ ok: false, failed, fault });
  });
});
