import { asPrice } from '@khara/money';
import { openHash, seedHash, type OpenOffering } from '@khara/lottery';
import { toRealInstant, simulatedCount } from '@khara/offerings';
import { hex } from '@khara/proof';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { EntropyChoice } from '#src/ports/draws.ts';
import { offeredLots, allotmentRule } from './present-offering.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';

type OpenDeps = Pick<Deps, 'db' | 'market' | 'clock' | 'random' | 'offerings' | 'log'>;

/** An offering of the start that is over already takes its simulated applicants in this time. */
const IMMEDIATE_WINDOW_MS = 1_000;

/**
 * Opens the offerings whose time has come. What a draw depends on is sealed in the same transaction: no
 * member can apply before it is in the log.
 */
export async function openDue(deps: OpenDeps, live: readonly Offering[]): Promise<void> {
  const now = deps.market.now().marketTime.slice(0, 16);
  for (const offering of live) {
    if (offering.state === 'coming_soon' && offering.opensMarket <= now) await open(deps, offering);
  }
}

async function open(deps: OpenDeps, planned: Offering): Promise<void> {
  const { db, market, clock } = deps;
  // An offer of listed shares has its price from the morning of a market day, before anything trades; what a
  // market begins with has one.
  if (planned.kind !== 'ipo' && planned.marketDay > 0 && planned.referencePaise === undefined) return;
  const now = clock.now();
  const { profile, marketTime, speed } = market.now();
  const closesAt = planned.closesAtOnce
    ? now + IMMEDIATE_WINDOW_MS
    : Math.max(
        now + IMMEDIATE_WINDOW_MS,
        toRealInstant({ profile, marketTime, speed, realMs: now }, planned.closesMarket),
      );
  // A lottery draws by outside entropy where there is some; a placement in proportion has nothing to draw,
  // and what is over already cannot wait for a round.
  const { dueAt, ...entropy }: EntropyChoice =
    planned.kind === 'ipo' && !planned.closesAtOnce ? await deps.offerings.entropy.choose(closesAt) : NO_ENTROPY;
  const seed = deps.random.bytes(32);
  const demand = { offeringId: planned.id, minLots: planned.minLots, maxLots: planned.maxLots };
  const simulated = simulatedCount(demand, {
    offeredLots: offeredLots(planned),
    demandHundredths: planned.demandHundredths,
  });
  const sealed: OpenOffering = {
    offeringId: planned.id,
    shares: planned.offeredShares,
    sharesPerLot: planned.sharesPerLot,
    minLots: planned.minLots,
    maxLots: planned.maxLots,
    closesAt,
    entropy,
    seedHash: seedHash(planned.id, seed),
  };
  await db.transaction(async (tx) => {
    const offering = await store.lockAsRecorded(tx, planned.id);
    if (offering?.state !== 'coming_soon') return;
    await tx.query(
      'offerings.open',
      `UPDATE offerings.offering SET state = 'in_progress', opened_ms = $2, closes_ms = $3, seed = $4, seed_hash = $5, open_hash = $6,
         entropy_kind = $7, entropy_chain = $8, entropy_round = $9, simulated = $10
       WHERE id = $1`,
      [
        planned.id,
        now,
        closesAt,
        seed,
        sealed.seedHash,
        openHash(sealed),
        entropy.kind,
        entropy.chain,
        entropy.round,
        simulated,
      ],
    );
    await ledger.recordRow(tx, store.OFFERINGS, planned.id, 'opened');
    const { seedHash: committed, ...terms } = sealed;
    await ledger.appendRecord(tx, {
      type: 'offering.open',
      ref: planned.id,
      json: JSON.stringify({
        ...terms,
        ...(dueAt !== undefined && { roundDueAt: dueAt }),
        kind: planned.kind,
        code: planned.code,
        pricePaise: asPrice(offering.pricePaise),
        ...(offering.referencePaise !== undefined && { referencePaise: asPrice(offering.referencePaise) }),
        rule: allotmentRule(planned.kind),
        seedHash: hex(committed),
        openHash: hex(openHash(sealed)),
      }),
    });
  });
}

const NO_ENTROPY: EntropyChoice = { kind: 'none', chain: '', round: 0 };
