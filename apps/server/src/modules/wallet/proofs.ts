import type { Data, LedgerEntry, LogRecord } from '@khara/contract';
import { consistencyRanges, FIRST_HEAD, hex, inclusionRanges, NODE_KEY_RECORDS } from '@khara/proof';
import type * as z from 'zod/mini';
import * as ledger from '#modules/ledger/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { TryLater } from '#src/kernel/try-later.ts';

const CHAIN_SIZE = 100;
/** Within this an entry is under a checkpoint. */
const SOON_SECONDS = 2;

/** By which a receipt names its entry. */
const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const proofHandlers = {
  entryProof: async ({ db }, { member }, { id }) => {
    const [, number, line] = /^([1-9]\d{0,17})(?:-(\d{1,2}))?$/.exec(id) ?? [];
    const owner = ledger.userOwner(member.userId);
    const entryId = number === undefined ? UID.test(id) && (await ledger.findEntryId(db, id)) : BigInt(number);
    const entry = entryId ? await ledger.readEntry(db, owner, entryId) : undefined;
    const place = line === undefined ? ownLine(entry, owner) : Number(line);
    if (!entry || !entry.lines[place - 1]) return refuse('not_found');

    const checkpoint = await ledger.newestCheckpoint(db);
    const { index } = entry;
    if (!checkpoint || index === undefined || index >= checkpoint.size)
      throw new TryLater(503, 'try_later', SOON_SECONDS);
    const { size, note } = checkpoint;
    const path = await ledger.readRoots(db, inclusionRanges(index, size));
    return done({ entry: presentEntry(entry), line: place, index, size, path: path.map(hex), note });
  },

  accountChain: async (
    { db },
    { member },
    { asset, currency = 'INR', code = 101, afterSeq = 0, size = CHAIN_SIZE },
  ): Promise<{ value: Data<'accountChain'> }> => {
    const owner = ledger.userOwner(member.userId);
    const name = (asset ?? currency) as ledger.Asset; // the contract's schema says so
    const none = { seq: 0n, balance: 0n, head: FIRST_HEAD };
    // On one view of the data: else the head might be older than the last entry.
    const { account, entries } = await db.snapshot(async (tx) => {
      const account = await ledger.readAccount(tx, owner, name, code);
      return { account, entries: account ? await ledger.entriesOfAccount(tx, account.id, { afterSeq, size }) : [] };
    });
    const { seq, balance, head } = account ?? none;
    const isOfAccount = (line: ledger.WrittenEntry['lines'][number]) =>
      line.owner === owner && line.asset === name && line.code === code;
    const reached = entries.at(-1)?.lines.findLast(isOfAccount)?.seq ?? seq;
    return done({
      owner,
      asset: name,
      code,
      seq: String(seq),
      balance: String(balance),
      head: hex(head),
      entries: entries.map(presentEntry),
      nextSeq: reached < seq ? String(reached) : null,
    });
  },

  logCheckpoint: async ({ db, keys }, _caller, { fromSize }) => {
    const checkpoint = await ledger.newestCheckpoint(db);
    if (!checkpoint) throw new TryLater(503, 'try_later', SOON_SECONDS);
    const { size, root, note } = checkpoint;
    const { name, publicKey } = await ledger.logKeyNow(db, keys.log);
    const rotations = (await ledger.recordsOfType(db, 'key.rotate')).map(presentRecord);
    const answer = { note, publicKey, name, size, ...(rotations.length > 0 && { rotations }) };
    if (fromSize === undefined) return done(answer);
    if (fromSize > size) return refuse('invalid_input', { field: 'fromSize' });
    const ranges = [{ from: 0, to: fromSize }, ...consistencyRanges(fromSize, size)];
    const [root1, ...path] = await ledger.readRoots(db, ranges);
    if (!root1) throw new Error('A root is missing'); // there is one for each range
    return done({
      ...answer,
      consistency: { size1: fromSize, size2: size, root1: hex(root1), root2: hex(root), path: path.map(hex) },
    });
  },

  nodeKey: async ({ db }, _caller, { key }) => {
    const signer = await ledger.readSigner(db, Buffer.from(key, 'hex'));
    if (!signer.certificate) return refuse('not_found');
    const [certificate, retirement] = await Promise.all([
      ledger.recordProof(db, NODE_KEY_RECORDS.certify, key),
      ledger.recordProof(db, NODE_KEY_RECORDS.retire, key),
    ]);
    if (!certificate) throw new TryLater(503, 'try_later', SOON_SECONDS);
    return done({ certificate, retirement });
  },
} satisfies HandlersFor<'entryProof' | 'accountChain' | 'logCheckpoint' | 'nodeKey'>;

/** The first line of an entry that is the member's own, from 1; 0 when there is none. */
const ownLine = (entry: ledger.EntryInLog | undefined, owner: string): number =>
  (entry?.lines.findIndex((line) => line.owner === owner) ?? -1) + 1;

const presentRecord = ({ uid, type, at, salt, json, leaf, index }: ledger.RecordInLog): z.output<typeof LogRecord> => ({
  uid,
  type,
  at,
  salt: hex(salt),
  json,
  leaf: hex(leaf),
  ...(index !== undefined && { index }),
});

const presentEntry = (entry: ledger.WrittenEntry): z.output<typeof LedgerEntry> => ({
  id: String(entry.id),
  uid: entry.uid,
  kind: entry.kind,
  ref: entry.ref,
  actor: entry.actor,
  marketDate: entry.marketDate,
  at: entry.at,
  salt: hex(entry.salt),
  lines: entry.lines.map(({ owner, asset, code, amount, after, seq, prev }) => ({
    owner,
    asset,
    code,
    amount: String(amount),
    ...(after === undefined || seq === undefined || prev === undefined
      ? {}
      : { after: String(after), seq: String(seq), prev: hex(prev) }),
  })),
  leaf: hex(entry.leaf),
});
