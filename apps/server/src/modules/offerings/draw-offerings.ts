import { discounted, isUndersubscribed, type ListFacts } from '@khara/offerings';
import { hex } from '@khara/proof';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { mayBeDrawn } from './asked-list.ts';
import { runDraws } from './run-draws.ts';
import { offeringCharges } from './offering-charges.ts';
import { sealedDraw, sealedList } from './sealed-terms.ts';
import { lapseOffering } from './release-applications.ts';
import { foundIssuePrice } from './found-issue-price.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';
import { DAY_MS } from '@khara/rules';

type DrawDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'offerings' | 'log'>;

/**
 * A draw waits for its round within this time. After that the offering lapses and everything is released; there is
 * no second draw.
 */
const ENTROPY_TIMEOUT_MS = DAY_MS;

/** Draws the offerings whose lists are frozen and whose entropy is out. */
export async function drawDue(deps: DrawDeps, live: readonly Offering[]): Promise<void> {
  const now = deps.clock.now();
  const marketNow = deps.market.now().marketTime.slice(0, 16);
  for (const offering of live) {
    if (offering.state !== 'allotting' || offering.listRoot === undefined || offering.drawnAt !== undefined) continue;
    if (now < (offering.drawAt ?? 0) || marketNow < offering.allotmentMarket) continue;
    if (await mayBeDrawn(deps, offering.id)) await draw(deps, offering);
  }
}

async function draw(deps: DrawDeps, row: Offering): Promise<void> {
  const { db, clock } = deps;
  const list = await sealedList(db, row);
  const offering = await countedAsSealed(deps, row, list);
  const askedShares = Number(offering.lots) * offering.sharesPerLot;
  if (offering.kind === 'ipo' && isUndersubscribed({ askedShares, offeredShares: offering.offeredShares }))
    return lapseOffering(deps, offering, 'undersubscribed');
  const drawn = await readEntropy(deps, offering);
  if (drawn === 'not_yet') {
    if (clock.now() > (offering.drawAt ?? 0) + ENTROPY_TIMEOUT_MS)
      await lapseOffering(deps, offering, 'entropy_unavailable');
    return;
  }
  const facts = sealedDraw(offering, list, drawn.value);
  const outcome = await runDraws(deps.offerings.draws, { do: 'draw', facts });
  await db.transaction(async (tx) => {
    const locked = await store.lockAsRecorded(tx, offering.id);
    // There is one draw. A second caller finds it done, and would have found the same.
    if (locked?.state !== 'allotting' || locked.drawnAt !== undefined) return;
    await tx.query(
      'offerings.write_allotment',
      `UPDATE offerings.application a SET rank = n.rank, allotted_shares = n.shares, charges_paise = n.charges, charges_stt_paise = n.stt
       FROM json_to_recordset($1::json) AS n (id text, rank integer, shares integer, charges bigint, stt bigint) WHERE a.id = n.id`,
      [JSON.stringify(outcome.members.map((member) => ({ ...member, ...allottedCharges(offering, member.shares) })))],
    );
    await tx.query(
      'offerings.write_draw',
      `UPDATE offerings.offering SET drawn_ms = $2, mode = $3, entropy_value = $4, drand_signature = $5, allotment_paise = $6 WHERE id = $1`,
      [
        offering.id,
        clock.now(),
        outcome.mode,
        drawn.value ?? new Uint8Array(32),
        drawn.signature ?? null,
        allotmentPrice(offering),
      ],
    );
    await ledger.appendRecord(tx, {
      type: 'draw.result',
      ref: offering.id,
      json: JSON.stringify({
        offeringId: offering.id,
        mode: outcome.mode,
        entropyValue: hex(drawn.value ?? new Uint8Array(32)),
        ...(drawn.signature ? { drandSignature: hex(drawn.signature) } : {}),
        pricePaise: Number(allotmentPrice(offering)),
        winners: outcome.winners,
        allottedShares: outcome.allottedShares,
        allotment: hex(outcome.digest),
      }),
    });
  });
}

/**
 * An offering with the lots of its list, which is the one that was published at the close: they decide whether it
 * lapses, and what its book found. Throws otherwise.
 */
async function countedAsSealed(
  { db, offerings: { draws } }: DrawDeps,
  row: Offering,
  list: ListFacts,
): Promise<Offering> {
  const { root, lots } = await runDraws(draws, { do: 'root', facts: list });
  const record = await ledger.readSignedRecord(db, 'draw.close', row.id);
  // `publish` wrote it.
  const said = record && (JSON.parse(record.json) as { readonly offeringId: string; readonly listRoot: string });
  if (said?.offeringId !== row.id || said.listRoot !== hex(root))
    throw new Error(`${row.id} is not drawn: its applications are not the list that the log has. Run npm run verify`);
  return { ...row, lots: BigInt(lots) };
}

/** Charges of what was allotted, in paise. */
function allottedCharges(offering: Offering, shares: number) {
  const { total, stt } = offeringCharges(offering, allotmentPrice(offering) * BigInt(shares));
  return { charges: Number(total), stt: Number(stt) };
}

type DrawEntropy = { readonly value: Uint8Array | undefined; readonly signature: Uint8Array | undefined };

async function readEntropy(
  { offerings: { entropy }, log }: DrawDeps,
  offering: Offering,
): Promise<DrawEntropy | 'not_yet'> {
  const { entropyKind: kind, entropyChain: chain, entropyRound: round } = offering;
  if (kind === undefined || kind === 'none') return { value: undefined, signature: undefined };
  const of = { kind, chain: chain ?? '', round: Number(round ?? 0n), closesAt: offering.closesAt ?? 0 };
  const found = await entropy.valueOf(of).catch((error: unknown) => {
    log.warn({ err: error, offering: offering.id }, 'the entropy of a draw cannot be had yet');
    return undefined;
  });
  return found ? { value: found.value, signature: found.signature } : 'not_yet';
}

/**
 * What a share costs those who get one: of a book-built issue the price that the book found, less the retail discount.
 */
function allotmentPrice(offering: Offering): bigint {
  const found = foundIssuePrice(offering);
  return found === undefined ? offering.pricePaise : BigInt(discounted(Number(found), offering.discountBps));
}
