import type { Body, Data } from '@khara/contract';
import type { PublishedList } from '@khara/offerings';
import { hex } from '@khara/proof';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { readOwn } from './present-offering.ts';
import { runDraws } from './run-draws.ts';
import { sealedDraw, sealedList, toOpenOffering } from './sealed-terms.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';

type Proof = Data<'drawProof'>;

const toHex = (bytes: Uint8Array): string => hex(new Uint8Array(bytes));

const MAX_KEPT_LISTS = 4;

/**
 * Everything needed to run a draw again. Before the close the seed and the applications of others are absent,
 * before the draw the entropy; of the `head` always the list and the allotment. Refuses: unknown_offering (a
 * block is first come: there is nothing to draw).
 */
export async function drawProof(
  deps: Deps,
  caller: Guest,
  { id, part = 'all' }: Body<'drawProof'>,
): Promise<Result<Proof, 'unknown_offering'>> {
  const { db } = deps;
  const offering = await store.offeringById(db, id);
  if (!offering?.openHash || offering.kind === 'block') return refuse('unknown_offering', { field: 'id' });
  const own = (await readOwn(deps, caller.member, [offering]))(offering);
  const isFrozen = offering.listRoot !== undefined;
  const isDrawn = offering.drawnAt !== undefined;
  const [openProof, closeProof, resultProof, list] = await Promise.all([
    ledger.recordProof(db, 'offering.open', id),
    isFrozen ? ledger.recordProof(db, 'draw.close', id) : null,
    isDrawn ? ledger.recordProof(db, 'draw.result', id) : null,
    isFrozen && part === 'all' ? publishedList(deps, offering) : ownPart(deps, own.applicationId),
  ]);
  const { seedHash, ...terms } = toOpenOffering(offering);
  return done({
    version: offering.kind === 'ipo' ? 'khara/draw/1' : 'khara/prorata/1',
    open: { ...terms, seedHash: hex(seedHash) },
    openHash: toHex(offering.openHash),
    openProof,
    seed: isFrozen && offering.seed ? toHex(offering.seed) : null,
    applications: [...list.applications],
    count: offering.applications,
    listRoot: offering.listRoot ? toHex(offering.listRoot) : null,
    closeProof,
    drawAt: offering.drawAt ?? null,
    entropyValue: offering.entropyValue ? toHex(offering.entropyValue) : null,
    drandSignature: offering.drandSignature ? toHex(offering.drandSignature) : null,
    mode: offering.mode ?? null,
    allotted: list.allotted,
    resultProof,
    log: await ledger.logKeyNow(deps.db, deps.keys.log),
    assurance:
      offering.kind === 'ipo' && offering.entropyKind !== 'none'
        ? ('independent' as const)
        : ('tamper_evident' as const),
    state: offering.state,
    myApplicationId: own.applicationId,
  });
}

/** The reader's own application, before the list is public. */
async function ownPart({ db }: Deps, id: string | null): Promise<PublishedList> {
  if (id === null) return { applications: [], allotted: null };
  const rows = await db.query<{ id: string; lots: number; who: Uint8Array }>(
    'offerings.own_part',
    'SELECT id, lots, who FROM offerings.application WHERE id = $1',
    [id],
  );
  return {
    applications: rows.map((row) => ({ applicationId: row.id, lots: row.lots, who: toHex(row.who) })),
    allotted: null,
  };
}

/** The frozen list, with the allotment once it is drawn: made beside the main thread, once for all who ask. */
function publishedList(deps: Deps, offering: Offering): Promise<PublishedList> {
  // The allotment of a list is another one by another entropy.
  const { listRoot: root, entropyValue: value, mode } = offering;
  const key = [root, value].map((bytes) => toHex(bytes ?? new Uint8Array())).join(' ') + ` ${mode}`;
  const lists = deps.offerings.publishedLists;
  const kept = lists.get(key);
  if (kept) return kept;
  const made = (async () => {
    const facts = await sealedList(deps.db, offering);
    const entropy = offering.entropyKind === 'none' ? undefined : offering.entropyValue;
    const draw = offering.drawnAt === undefined ? undefined : sealedDraw(offering, facts, entropy);
    return runDraws(deps.offerings.draws, { do: 'list', facts, draw });
  })();
  lists.set(key, made);
  made.catch(() => lists.delete(key));
  for (const [oldest] of lists) {
    if (lists.size <= MAX_KEPT_LISTS) break;
    lists.delete(oldest);
  }
  return made;
}
