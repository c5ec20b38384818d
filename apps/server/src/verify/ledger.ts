import { createHash } from 'node:crypto';
import {
  entryLeaf,
  hex,
  joinParts,
  nodeHash,
  readCheckpoint,
  recordLeaf,
  sameBytes,
  type VerifyKey,
} from '@khara/proof';
import {
  entriesPage,
  tileHashes,
  keysOfLog,
  recordsOfType,
  recordsPage,
  readRotations,
  RULES_HASH,
  type CheckpointCount,
  type WrittenEntry,
} from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { SeenCheckpoint } from '#src/ports/seen-log.ts';
import { finding, type Check, type Finding } from './finding.ts';
import { rupees } from '@khara/money';
import { MAX_LOSSES_PAISE, owedPaise } from '#modules/wallet/index.ts';

const PAGE = 2000;
/** Of 256 leaves each. */
const TILES = 8;

/** The hashes of the ledger, the tree of its log and the signatures under it, by the code that the browser runs. */
export const verifyLedger: Check = async (db, keys) => {
  return [
    await verifyRules(db),
    ...(await verifyEntries(db)),
    await verifyRecords(db),
    await verifyKeys(db, keys.log),
    ...(await verifyCheckpoints(db, keys.log, keys.seen)),
  ];
};

/**
 * Every column of the three tables, so that one that is added counts too; but numbers of kinds, which a
 * migration that was cut off may have left gaps in, moves and words, which are made of them and of the rules.
 */
const RULES = `
  WITH made AS (
    SELECT r.kind, array_agg(ledger.move_number(k.number, r.code, r.sign) ORDER BY r.code, r.sign) AS moves,
      array_agg(r.business_type ORDER BY r.code, r.sign) AS words
    FROM ledger.rule r JOIN ledger.kind k USING (kind) GROUP BY r.kind
  ), line AS (
    SELECT 'chart ' || to_jsonb(c)::text AS line FROM ledger.chart c
    UNION ALL SELECT 'kind ' || (to_jsonb(k) - 'number' - 'moves' - 'words')::text
      || CASE WHEN k.moves = coalesce(m.moves, '{}') AND k.words IS NOT DISTINCT FROM coalesce(m.words, '{}') THEN '' ELSE ' moves otherwise' END
    FROM ledger.kind k LEFT JOIN made m USING (kind)
    UNION ALL SELECT 'rule ' || to_jsonb(r)::text FROM ledger.rule r
  )
  SELECT encode(sha256(convert_to(string_agg(l.line, E'\\n' ORDER BY l.line COLLATE "C"), 'UTF8')), 'hex') AS hash FROM line l`;

/**
 * What an entry may do is what database/data/ledger says: no kind was widened, and no source was taken away from one.
 */
async function verifyRules(db: Queryable): Promise<Finding> {
  const [row] = await db.query<{ hash: string }>('ledger.verify_rules', RULES);
  const isSame = row?.hash === RULES_HASH;
  const sample = isSame ? undefined : `chart, kinds and rules hash to ${row?.hash}, not ${RULES_HASH}`;
  return { name: 'ledger_rules', violations: isSame ? 0 : 1, sample };
}

/**
 * Each entry hashes to the leaf that it has; that the log has the same is `log_complete`. It sums to zero per
 * asset, and does what the rules of its kind allow, and nothing else: also one that was written past the
 * functions that write entries.
 */
async function verifyEntries(db: Queryable): Promise<readonly Finding[]> {
  const found = finding('entry_hash');
  const rules = finding('entry_rules');
  const allowed = await readMoves(db);
  for (let after = 0n; ;) {
    const entries = await entriesPage(db, { after, size: PAGE });
    const last = entries.at(-1);
    if (!last) return [found.end(), rules.end()];
    for (const entry of entries) {
      const what = `entry ${entry.id} (${entry.kind} ${entry.ref})`;
      const leaf = entryLeaf(entry);
      if (!sameBytes(leaf, entry.leaf)) found.add(`${what} hashes to ${hex(leaf)}`);
      const wrong = wrongMoves(entry, allowed);
      if (wrong !== undefined) rules.add(`${what} ${wrong}`);
    }
    after = last.id;
  }
}

/**
 * What each kind may do to which account, as `<kind> <code> <sign>`; that the rules are this version's is
 * `ledger_rules`.
 */
async function readMoves(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ kind: string; code: number; sign: number }>(
    'verify.moves',
    'SELECT kind, code, sign FROM ledger.rule',
  );
  return new Set(rows.map(({ kind, code, sign }) => `${kind} ${code} ${sign}`));
}

function wrongMoves({ kind, lines }: WrittenEntry, allowed: ReadonlySet<string>): string | undefined {
  const sums = new Map<string, bigint>();
  for (const { asset, code, amount } of lines) {
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    if (!allowed.has(`${kind} ${code} ${amount > 0n ? 1 : -1}`)) return `may not move ${amount} of account ${code}`;
  }
  const open = [...sums].find(([, sum]) => sum !== 0n);
  return open && `sums to ${open[1]} ${open[0]}`;
}

/** Each record hashes to the leaf that it has; that the log has the same is `log_complete`. */
async function verifyRecords(db: Queryable): Promise<Finding> {
  const found = finding('record_hash');
  for (let after = 0n; ;) {
    const records = await recordsPage(db, { after, size: PAGE });
    const last = records.at(-1);
    if (!last) return found.end();
    for (const record of records) {
      const leaf = recordLeaf(record);
      if (!sameBytes(leaf, record.leaf)) found.add(`record ${record.id} (${record.type}) hashes to ${hex(leaf)}`);
    }
    after = last.id;
  }
}

/** Each change of the key is signed by the old one and the new one. */
async function verifyKeys(db: Queryable, key: VerifyKey): Promise<Finding> {
  const [records, rotations] = await Promise.all([recordsOfType(db, 'key.rotate'), readRotations(db, key)]);
  const signed = new Set(rotations.map(({ record }) => record.id));
  const others = records.filter(({ id }) => !signed.has(id));
  const sample = others[0] && `record ${others[0].id} is not signed by both keys`;
  return { name: 'key_rotations', violations: others.length, sample };
}

/**
 * The tree is made again from its leaves, and each checkpoint has to be what it was at that size, signed by
 * the key; or, before the key was changed, by the one before it. A key that was given up signs nothing more. They go as
 * far as the log was seen to go.
 */
async function verifyCheckpoints(
  db: Queryable,
  key: VerifyKey,
  seen: SeenCheckpoint | undefined,
): Promise<readonly Finding[]> {
  const tree = finding('checkpoint_tree');
  const signature = finding('checkpoint_signature');
  const count = finding('checkpoint_count');
  const checkpoints = await db.query<{
    readonly size: bigint;
    readonly root: Uint8Array;
    readonly at: number;
    readonly note: string;
    readonly number: bigint;
    readonly chain: Uint8Array;
  }>(
    'ledger.verify_checkpoints',
    'SELECT size, root, at_ms, note, number, chain FROM ledger.checkpoint ORDER BY size, at_ms',
  );
  const log = leafReader(db);
  let keys = await keysOfLog(db, key);
  let chain: Uint8Array = new Uint8Array(32);
  for (const [place, { size, root, at, note, ...counted }] of checkpoints.entries()) {
    const what = `the checkpoint of ${size} leaves at ${at}`;
    chain = createHash('sha256').update(chain).update(note).digest();
    if (counted.number !== BigInt(place + 1) || !sameBytes(counted.chain, chain)) {
      count.add(`${what} is not number ${counted.number}: one before it is gone, or another one`);
    }
    const reached = await log.rootAt(Number(size));
    if (!reached || !sameBytes(reached, root)) tree.add(`${what} is not the root of its leaves`);
    const signer = keys.findIndex((one) => readCheckpoint(note, one).ok);
    if (signer > 0) keys = keys.slice(signer);
    const read = readCheckpoint(note, keys[0] ?? key);
    if (!read.ok) signature.add(`${what}: ${read.fault}`);
    else if (
      BigInt(read.checkpoint.size) !== size ||
      read.checkpoint.timeMs !== at ||
      !sameBytes(read.checkpoint.root, root)
    ) {
      signature.add(`${what} is signed for something else`);
    }
  }
  for (const { date, number, chain: said } of await countsInLog(db)) {
    const one = number === 0 ? undefined : checkpoints[number - 1];
    if (number > 0 && !(one && hex(one.chain) === said)) {
      count.add(`${date} closed with ${number} checkpoints, and these are not those there are now`);
    }
  }
  const last = seen && checkpoints[seen.number - 1];
  if (seen && !(last && hex(last.chain) === seen.chain))
    count.add(
      `checkpoint ${seen.number} was seen, and it is gone or another one: the log is cut off, or an older backup`,
    );
  return [tree.end(), signature.end(), count.end()];
}

/** How many checkpoints there were when market days closed, by their records. */
async function countsInLog(db: Queryable): Promise<readonly (CheckpointCount & { readonly date: string })[]> {
  const records = await recordsOfType(db, 'market.session');
  return records.flatMap(({ json }) => {
    // recordClosing wrote it.
    const { marketDate: date, checkpoint } = JSON.parse(json) as { marketDate: string; checkpoint?: CheckpointCount };
    return checkpoint ? [{ date, ...checkpoint }] : [];
  });
}

/** Walks along the leaves once, and tells the root at sizes that do not fall. */
function leafReader(db: Queryable) {
  /** Hashes of the complete parts of what was read, from the left: as many as the size has bits. */
  const parts: { readonly level: number; readonly hash: Uint8Array }[] = [];
  let size = 0;

  const add = (leaf: Uint8Array): void => {
    let part = { level: 0, hash: leaf };
    for (let left = parts.at(-1); left?.level === part.level; left = parts.at(-1)) {
      parts.pop();
      part = { level: part.level + 1, hash: nodeHash(left.hash, part.hash) };
    }
    parts.push(part);
    size += 1;
  };
  /** What was read and has no part yet. */
  let ahead: Uint8Array[] = [];
  let tiles = 0;
  /** Reads the tiles that come next; false at a gap or at the end. */
  const readOn = async (): Promise<boolean> => {
    const rows = await db.query<{ idx: bigint; hashes: Uint8Array }>(
      'ledger.verify_tiles',
      'SELECT idx, hashes FROM ledger.tile WHERE level = 0 AND idx >= $1 ORDER BY idx LIMIT $2',
      [tiles, TILES],
    );
    for (const { idx, hashes } of rows) {
      if (Number(idx) !== tiles) return false;
      tiles += 1;
      ahead.push(...tileHashes(hashes));
    }
    return rows.length > 0;
  };

  return {
    /** Undefined when there are fewer leaves, or their numbers have a gap. */
    async rootAt(wanted: number): Promise<Uint8Array | undefined> {
      for (let missing = wanted - size; missing > 0; missing = wanted - size) {
        if (ahead.length === 0 && !(await readOn())) return undefined;
        const taken = ahead.slice(0, missing);
        ahead = ahead.slice(taken.length);
        taken.forEach(add);
      }
      return size === wanted ? joinParts(parts.map(({ hash }) => hash)) : undefined;
    },
  };
}

/**
 * What the platform has borne of losses of each market date and was not paid back since, by entries alone: no date
 * passes the limit from which on the market is narrowed.
 */
export const verifyLosses: Check = async (tx, keys) => {
  const found = finding('losses_within_limit');
  const rows = await tx.query<{ mdate: string; INR: bigint; USDT: bigint }>(
    'verify.losses',
    `WITH line AS (
       SELECT e.uid::text AS uid, split_part(e.ref, ':', 1) AS pays, e.mdate, a.name AS asset, l.amount
       FROM ledger.entry e CROSS JOIN LATERAL unnest(e.asset, e.code, e.amount) AS l (asset, code, amount)
       JOIN ledger.asset a ON a.id = l.asset WHERE l.code = 220
     ), paid AS (SELECT pays, sum(amount) AS amount FROM line WHERE amount > 0 GROUP BY pays)
     SELECT b.mdate, coalesce(-sum(b.amount + coalesce(p.amount, 0)) FILTER (WHERE b.asset = 'INR'), 0)::bigint AS "INR",
       coalesce(-sum(b.amount + coalesce(p.amount, 0)) FILTER (WHERE b.asset = 'USDT'), 0)::bigint AS "USDT"
     FROM line b LEFT JOIN paid p ON p.pays = b.uid WHERE b.amount < 0 GROUP BY b.mdate ORDER BY b.mdate`,
  );
  for (const { mdate, ...lost } of rows) {
    const borne = owedPaise(keys, lost, mdate);
    if (borne > MAX_LOSSES_PAISE) found.add(`on ${mdate} the platform bore ₹${rupees(borne)}`);
  }
  return [found.end()];
};
