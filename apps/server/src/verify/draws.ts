import { openHash } from '@khara/lottery';
import { isUndersubscribed, runDrawJob, type Outcome, type Root } from '@khara/offerings';
import { hex } from '@khara/proof';
import {
  listAmounts,
  offeringCharges,
  sealedDraw,
  sealedList,
  toOpenOffering,
  wrongInOffering,
  type Offering,
} from '#modules/offerings/index.ts';
import { findRecord } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

/**
 * What each open offering promised hashes to what is published, its list is what was asked for, each
 * application that was given shares has its draw, and each draw, run again here, gives what is stored and
 * what the log says; and the price and the charges of each are those of its offering.
 */
export const verifyDraws: Check = async (tx) => [
  await opened(tx),
  await recounted(tx),
  await draws(tx),
  await withoutDraw(tx),
  await charges(tx),
];

/** What an offering published when it opened is the hash of the terms that its draw uses. */
async function opened(tx: Queryable): Promise<Finding> {
  const found = finding('offering_open_hash');
  const offerings = await tx.query<Offering>(
    'verify.opened',
    'SELECT * FROM offerings.offering WHERE open_hash IS NOT NULL ORDER BY id',
  );
  for (const offering of offerings) {
    const isComplete =
      offering.seedHash !== undefined && offering.closesAt !== undefined && offering.entropyKind !== undefined;
    if (!isComplete || hex(openHash(toOpenOffering(offering))) !== hex(new Uint8Array(offering.openHash!))) {
      found.add(`${offering.id}: its terms do not hash to what was published`);
    }
  }
  return found.end();
}

/** Each offering counts the applications of members, and the simulated ones that its terms bring, and no others. */
async function recounted(tx: Queryable): Promise<Finding> {
  const found = finding('lists_recounted');
  const offerings = await tx.query<Offering>('verify.offerings', 'SELECT * FROM offerings.offering ORDER BY id');
  for (const offering of offerings) {
    const wrong = await wrongInOffering(tx, offering);
    if (wrong !== undefined) found.add(`${offering.id} ${wrong}`);
  }
  return found.end();
}

async function draws(tx: Queryable): Promise<Finding> {
  const found = finding('draws_run_again');
  const drawn = await tx.query<Offering>(
    'verify.drawn',
    `SELECT * FROM offerings.offering WHERE (drawn_ms IS NOT NULL OR list_root IS NOT NULL) AND kind <> 'block' ORDER BY id`,
  );
  for (const offering of drawn) for (const what of await wrongIn(tx, offering)) found.add(`${offering.id}: ${what}`);
  return found.end();
}

async function wrongIn(tx: Queryable, offering: Offering): Promise<readonly string[]> {
  const record = await findRecord(tx, 'draw.result', offering.id);
  if (!record && offering.drawnAt !== undefined) return ['its result is not in the log'];
  if (!offering.seed || !offering.listRoot) return ['it has no seed or no list'];
  const list = await sealedList(tx, offering);
  const root = runDrawJob({ do: 'root', facts: list }) as Root; // which job answers what, see DrawAnswer
  if (hex(root.root) !== hex(new Uint8Array(offering.listRoot))) return ['its applications are not the sealed list'];
  if (root.count !== offering.applications || root.count !== offering.listCount || BigInt(root.lots) !== offering.lots)
    return ['it counts other applications than its list has'];
  const askedShares = root.lots * offering.sharesPerLot;
  if (
    offering.stateReason === 'undersubscribed' &&
    !isUndersubscribed({ askedShares, offeredShares: offering.offeredShares })
  )
    return ['it lapsed, and enough was asked for'];
  if (!record) return [];
  const entropy = offering.entropyKind === 'none' ? undefined : offering.entropyValue;
  const outcome = runDrawJob({ do: 'draw', facts: sealedDraw(offering, list, entropy) }) as Outcome;
  const said = JSON.parse(record.json);
  if (said.allotment !== hex(outcome.digest) || said.winners !== outcome.winners) {
    return ['run again, it gives another result than the log says'];
  }
  const rows = await tx.query<{ id: string; allottedShares: number | undefined; rank: number | undefined }>(
    'verify.allotted',
    'SELECT id, allotted_shares, rank FROM offerings.application WHERE offering_id = $1',
    [offering.id],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return outcome.members.flatMap(({ id, shares, rank }) => {
    const row = stored.get(id);
    return row?.allottedShares === shares && row.rank === (rank ?? undefined)
      ? []
      : [`application ${id} was given something else`];
  });
}

/** Shares of a lottery or a placement come from its draw; a block gives what was applied for. */
async function withoutDraw(tx: Queryable): Promise<Finding> {
  const found = finding('application_has_its_draw');
  const rows = await tx.query<{ id: string }>(
    'verify.without_draw',
    `SELECT a.id FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id
     WHERE (a.allotted_shares IS NOT NULL OR a.credited_ms IS NOT NULL) AND CASE o.kind
       WHEN 'block' THEN a.allotted_shares IS DISTINCT FROM a.lots * o.shares_per_lot
       ELSE o.drawn_ms IS NULL OR NOT EXISTS (SELECT FROM ledger.record r WHERE r.type = 'draw.result' AND r.ref = o.id) END`,
  );
  for (const { id } of rows) found.add(`application ${id} has shares, and no draw gave them`);
  return found.end();
}

/**
 * What an application costs and blocks follows from its offering. Statutory charges follow from what was applied for,
 * from the draw on from what was allotted.
 */
async function charges(tx: Queryable): Promise<Finding> {
  const found = finding('application_charges');
  const rows = await tx.query<ChargedOffering>(
    'verify.application_charges',
    `SELECT a.id, o.kind, o.opens_market, coalesce(a.allotted_shares * coalesce(o.allotment_paise, o.price_paise), a.amount_paise)::bigint AS value,
       a.charges_paise AS total, a.charges_stt_paise AS stt,
       (a.price_paise, a.amount_paise) = (o.price_paise, a.lots::bigint * o.shares_per_lot * o.price_paise)
         AND a.cost_paise IS NOT DISTINCT FROM CASE WHEN a.cost_paise IS NOT NULL OR a.resolved_ms IS NOT NULL
           THEN a.allotted_shares * coalesce(o.allotment_paise, o.price_paise) END AS is_priced,
       o.price_paise, o.shares_per_lot, o.upfront_bps, a.lots, CASE a.state WHEN 'subscribed' THEN a.held_paise END AS held
     FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id`,
  );
  for (const { id, value, total, stt, isPriced, lots, held, ...offering } of rows) {
    const { holdPaise } = listAmounts(offering, lots);
    if (held !== undefined && held !== holdPaise)
      found.add(`application ${id} blocks ${held}, and its lots ${holdPaise}`);
    if (!isPriced) found.add(`application ${id} has another price than its offering`);
    const due = offeringCharges(offering, value);
    if (due.total !== total || due.stt !== stt)
      found.add(`application ${id} is charged ${total}, due are ${due.total}`);
  }
  return found.end();
}

type ChargedOffering = Pick<Offering, 'kind' | 'opensMarket' | 'pricePaise' | 'sharesPerLot' | 'upfrontBps'> & {
  readonly id: string;
  readonly lots: number;
  /** Undefined from its result on, and when it was taken back. */
  readonly held: bigint | undefined;
  readonly value: bigint;
  readonly total: bigint;
  readonly stt: bigint;
  readonly isPriced: boolean;
};
