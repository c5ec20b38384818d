import { lockedUntil } from '@khara/offerings';
import { demergeLots, type DemergerTerms } from '@khara/rules';
import type { Offering } from '#modules/offerings/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

const USERS = 500;

/** Something that changes which shares a member holds, in the order in which it came. */
type HoldingEvent = {
  readonly userId: string;
  readonly asset: string;
  readonly what:
    | 'buy'
    | 'sell'
    | 'allotment'
    | 'bonus'
    | 'split'
    | 'entitlement'
    | 'rights'
    | 'use'
    | 'demerge'
    | 'demerger'
    | 'part'
    | 'bonus_part'
    | 'closed_out';
  readonly source: string;
  readonly onDate: string;
  readonly at: number;
  /** Shares; of a split how many each becomes. */
  readonly shares: bigint;
  readonly paise: bigint;
  readonly charges: bigint;
  readonly stt: bigint;
  /** Of an allotment. */
  readonly offering: Pick<Offering, 'kind' | 'discountBps' | 'listingDate'> | undefined;
  /** Of a demerger, with the asset of the other side of it, and what it says that it moved. */
  readonly demerger: (DemergerTerms & { readonly other: string; readonly said: string }) | undefined;
};

/*
 * What contract notes deliver, allotments by the ledger's entry that brought the shares, corporate actions by
 * their recorded ex-date and the entry that gave the shares, offers to holders and close-outs of purchases by
 * the entries that settled them. An action comes before anything trades; what else is of one date follows the
 * numbers that notes and allotments share.
 */
const HOLDING_EVENTS = `
  SELECT x.user_id, x.asset, x.what, x.source, x.on_date, x.at_ms, x.shares, x.paise, x.charges, x.stt, x.offering, x.demerger FROM (
    SELECT n.user_id, l.asset, CASE WHEN l.delivered_quantity > 0 THEN 'buy' ELSE 'sell' END AS what, n.number::text AS source, n.market_date AS on_date,
      n.issued_ms AS at_ms, abs(l.delivered_quantity) AS shares, l.delivered_paise AS paise, l.delivered_charges_paise AS charges,
      l.delivered_stt_paise AS stt, NULL::json AS offering, n.number << 16 AS number, 1 AS rank, NULL::json AS demerger
    FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number AND l.delivered_quantity <> 0
    JOIN trading.lots_made m ON m.user_id = n.user_id AND m.note >= n.number WHERE n.user_id = ANY ($1::text[])
    UNION ALL
    SELECT a.user_id, o.asset, 'allotment', '', e.mdate::date, a.credited_ms, a.allotted_shares, a.cost_paise, a.charges_paise, a.charges_stt_paise,
      json_build_object('kind', o.kind, 'discountBps', o.discount_bps, 'listingDate', o.listing_date), l.number, 1, NULL
    FROM (SELECT a.*, row_number() OVER (PARTITION BY a.user_id, o.asset ORDER BY a.credited_ms, a.id) AS nth, o.asset AS of_asset
      FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id WHERE a.credited_ms IS NOT NULL AND a.user_id = ANY ($1::text[])) a
    JOIN offerings.offering o ON o.id = a.offering_id
    JOIN ledger.entry e ON e.kind = 'share_credit' AND e.ref = a.id
    LEFT JOIN (SELECT t.user_id, t.asset, t.source::bigint AS number, row_number() OVER (PARTITION BY t.user_id, t.asset ORDER BY t.id) AS nth
      FROM trading.lot t WHERE t.origin = 'allotment') l ON l.user_id = a.user_id AND l.asset = a.of_asset AND l.nth = a.nth
    UNION ALL
    SELECT t.user_id, t.asset, CASE c.kind WHEN 'rights' THEN 'entitlement' ELSE c.kind END, c.id, c.ex_date, t.at_ms,
      CASE c.kind WHEN 'split' THEN c.first / c.second ELSE coalesce((SELECT sum(p.amount) FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
        WHERE e.kind = 'corporate_credit' AND e.ref = c.id || '/' || t.user_id AND p.amount > 0), 0)::bigint END,
      0, 0, 0, NULL, t.at_ms, 0, NULL
    FROM trading.entitlement t JOIN market.corporate_action c ON c.id = t.action_id WHERE c.kind IN ('split', 'bonus', 'rights') AND t.user_id = ANY ($1::text[])
    UNION ALL
    SELECT h.user_id, s.asset, s.what, c.id, c.ex_date, t.at_ms, 0, 0, 0, 0, NULL, t.at_ms, 0,
      json_build_object('a', c.first, 'b', c.second, 'costBps', c.cost_bps, 'other', s.other, 'said',
        concat_ws(' ', h.moved_paise, h.moved_charges_paise, h.part_paise, h.part_charges_paise, h.part_stt_paise, h.acquired_on))
    FROM trading.demerged_holding h JOIN market.corporate_action c ON c.id = h.action_id
    JOIN trading.entitlement t ON t.action_id = h.action_id AND t.user_id = h.user_id
    CROSS JOIN LATERAL (VALUES (h.held_asset, 'demerge', h.asset), (h.asset, 'demerger', h.held_asset)) AS s (asset, what, other)
    WHERE h.user_id = ANY ($1::text[])
    UNION ALL
    SELECT h.user_id, h.asset, 'part', h.action_id, coalesce((SELECT e.mdate::date FROM ledger.entry e WHERE e.kind = 'share_part'
      AND e.ref = h.action_id || '/' || h.user_id), (SELECT s.sold_on FROM trading.lot_sale s WHERE s.action_id = h.action_id AND s.user_id = h.user_id AND s.quantity = 0)),
      h.paid_ms, 0, h.cash_paise, 0, 0, NULL, h.paid_ms, 0, NULL
    FROM trading.demerged_holding h WHERE h.paid_ms IS NOT NULL AND h.user_id = ANY ($1::text[])
    UNION ALL
    SELECT t.user_id, t.asset, 'bonus_part', t.action_id, c.ex_date, t.at_ms, 0, (SELECT s.amount FROM ledger.source s
      WHERE s.type = 'dividend' AND s.id = t.action_id || '/' || t.user_id), 0, 0, NULL, t.at_ms, 0, NULL
    FROM trading.entitlement t JOIN market.corporate_action c ON c.id = t.action_id
    WHERE t.kind = 'bonus' AND t.gross_paise > 0 AND t.user_id = ANY ($1::text[])
    UNION ALL
    SELECT a.user_id, a.held_asset, 'use', a.action_id, e.mdate::date, a.ended_ms, a.shares, a.lot_paise, a.lot_charges_paise, a.lot_stt_paise, NULL, a.ended_ms, 0, NULL
    FROM trading.offer_application a JOIN ledger.entry e ON e.kind = 'entitlement_used' AND e.ref = 'offer-' || a.id || '-used'
    WHERE a.kind = 'rights' AND a.state = 'settled' AND a.user_id = ANY ($1::text[])
    UNION ALL
    SELECT a.user_id, a.asset, CASE a.kind WHEN 'rights' THEN 'rights' ELSE 'sell' END, a.action_id, e.mdate::date, a.ended_ms, a.got,
      a.paid_paise + a.lot_paise, a.lot_charges_paise + a.stt_paise, a.lot_stt_paise + a.stt_paise, NULL, a.ended_ms, 0, NULL
    FROM trading.offer_application a JOIN ledger.entry e ON e.kind IN ('rights_pay', 'buyback') AND e.ref = 'offer-' || a.id
    WHERE a.got > 0 AND a.user_id = ANY ($1::text[])
    UNION ALL
    SELECT l.user_id, l.asset, 'sell', l.action_id, e.mdate::date, l.at_ms, l.entitlements, 0, 0, 0, NULL, l.at_ms, 0, NULL
    FROM trading.lapsed_entitlement l JOIN ledger.entry e ON e.kind = 'entitlement_lapsed' AND e.ref = l.action_id || '/' || l.user_id || '/lapsed'
    WHERE l.user_id = ANY ($1::text[])
    UNION ALL
    SELECT s.user_id, s.asset, 'closed_out', coalesce((SELECT string_agg(n.number::text, ' ') FROM trading.contract_note n
        JOIN trading.contract_note_line l ON l.note = n.number
        WHERE n.user_id = s.user_id AND n.settles_on = s.settles_on AND l.asset = s.asset AND l.product = 'delivery' AND l.delivered_quantity > 0), ''),
      e.mdate::date, s.ended_ms, s.closed_out, s.lot_paise, s.lot_charges_paise, s.lot_stt_paise, NULL, s.ended_ms, 2, NULL
    FROM trading.short_delivery s JOIN ledger.entry e ON e.kind = 'close_out' AND e.ref = s.settles_on || '/' || s.user_id || '/' || substr(s.asset, 4) || '/kept'
    WHERE s.closed_out > 0 AND s.user_id = ANY ($1::text[])
  ) x ORDER BY x.user_id, x.asset, x.on_date, x.rank, x.number, x.what = 'buy', x.source`;

type Lot = {
  origin: string;
  source: string;
  acquiredOn: string;
  acquiredAt: number;
  quantity: bigint;
  remaining: bigint;
  costPaise: bigint;
  chargesPaise: bigint;
  sttPaise: bigint;
  lockedUntil: string | undefined;
};

type StoredLot = Readonly<Lot> & { readonly id: bigint; readonly userId: string; readonly asset: string };

type StoredSale = {
  readonly userId: string;
  readonly asset: string;
  readonly said: string;
};

const LOTS = `SELECT l.id, l.user_id, l.asset, l.origin, CASE l.origin WHEN 'allotment' THEN '' ELSE l.source END AS source, l.acquired_on, l.acquired_ms,
    l.quantity, l.remaining, l.cost_paise, l.charges_paise, l.stt_paise, l.locked_until
  FROM trading.lot l WHERE l.user_id = ANY ($1::text[]) ORDER BY l.id`;

/** What a sale took, with the place of the lot among those of its owner and share. */
const SALES = `SELECT s.user_id, s.asset, concat_ws(' ', coalesce(s.note::text, s.action_id), l.nth, s.quantity, s.acquired_on, s.sold_on, s.sold_ms, s.cost_paise,
    s.buy_charges_paise, s.buy_stt_paise, s.proceeds_paise, s.sale_charges_paise, s.sale_stt_paise) AS said
  FROM trading.lot_sale s LEFT JOIN (SELECT t.id, row_number() OVER (PARTITION BY t.user_id, t.asset ORDER BY t.id) - 1 AS nth
    FROM trading.lot t WHERE t.user_id = ANY ($1::text[])) l ON l.id = s.lot_id
  WHERE s.user_id = ANY ($1::text[]) ORDER BY s.id`;

const MADE = `SELECT m.user_id FROM trading.lots_made m WHERE m.user_id = ANY ($1::text[])
  AND NOT EXISTS (SELECT FROM trading.contract_note n WHERE n.user_id = m.user_id AND n.number = m.note)`;

/**
 * Lots, and what sales took of them, are made again from contract notes, allotments and corporate actions: when shares
 * were acquired and what they cost is what the tax report says.
 */
export const verifyLots: Check = async (tx) => {
  const found = finding('lots_of_fills');
  for (let after = ''; ;) {
    const users = await tx.query<{ userId: string }>(
      'verify.lot_users',
      `SELECT u.user_id FROM (SELECT m.user_id FROM trading.lots_made m UNION SELECT l.user_id FROM trading.lot l
         UNION SELECT s.user_id FROM trading.lot_sale s) u WHERE u.user_id > $1 ORDER BY u.user_id LIMIT $2`,
      [after, USERS],
    );
    const last = users.at(-1);
    if (!last) return [found.end()];
    const ids = users.map(({ userId: id }) => id);
    for (const { userId: user } of await tx.query<{ userId: string }>('verify.lots_made', MADE, [ids]))
      found.add(`the lots of ${user} are said to be made up to a contract note that there is not`);
    for (const what of await wrongLots(tx, ids)) found.add(what);
    after = last.userId;
  }
};

const holding = ({ userId: user, asset }: { readonly userId: string; readonly asset: string }) => `${user} ${asset}`;

async function wrongLots(tx: Queryable, users: readonly string[]): Promise<readonly string[]> {
  const events = Map.groupBy(await tx.query<HoldingEvent>('verify.holding_events', HOLDING_EVENTS, [users]), holding);
  const lots = Map.groupBy(await tx.query<StoredLot>('verify.lots', LOTS, [users]), holding);
  const sales = Map.groupBy(await tx.query<StoredSale>('verify.lot_sales', SALES, [users]), holding);
  const wrong: string[] = [];
  const holdings = new Map<string, MadeLots>();
  /** A new share's lots follow from those of the share that it comes from, which are made first. */
  const findMade = (key: string): MadeLots => {
    const known = holdings.get(key);
    if (known) return known;
    const made = makeLots(events.get(key) ?? [], (other) => findMade(other).demerged);
    holdings.set(key, made);
    return made;
  };
  for (const key of new Set([...events.keys(), ...lots.keys(), ...sales.keys()])) {
    const made = findMade(key);
    const stored = lots.get(key) ?? [];
    for (let at = 0; at < Math.max(stored.length, made.lots.length); at += 1) {
      const [is, was] = [stored[at] && lotText(stored[at]!), made.lots[at] && lotText(made.lots[at]!)];
      if (is !== was) wrong.push(`lot ${at + 1} of ${key} is ${is ?? 'not there'}, and would be ${was ?? 'none'}`);
    }
    const said = (sales.get(key) ?? []).map((sale) => sale.said);
    const differs = said.length !== made.sales.length || said.some((one, at) => one !== made.sales[at]);
    if (differs) wrong.push(`sales of ${key} took other shares than their contract notes`);
    wrong.push(...made.wrong.map((what) => `${key}: ${what}`));
  }
  return wrong;
}

const lotText = (lot: Readonly<Lot>): string =>
  [
    lot.origin,
    lot.source,
    lot.acquiredOn,
    lot.acquiredAt,
    lot.quantity,
    lot.remaining,
    lot.costPaise,
    lot.chargesPaise,
    lot.sttPaise,
    lot.lockedUntil,
  ].join(' ');

type MadeLots = {
  readonly lots: readonly Lot[];
  readonly sales: readonly string[];
  /** What shares are said to have cost that left without a sale, where their lots say otherwise. */
  readonly wrong: readonly string[];
  /** What demergers made of them, by action. */
  readonly demerged: ReadonlyMap<string, DemergedShares>;
};

/** Lots of a new share, and what belongs to a part of one. */
type DemergedShares = {
  readonly lots: readonly Lot[];
  readonly part: Pick<Lot, 'acquiredOn' | 'costPaise' | 'chargesPaise' | 'sttPaise'>;
};

/** The lots of one member in one share, and what sales took of them. `demergedOf` answers for another one. */
function makeLots(
  events: readonly HoldingEvent[],
  demergedOf: (holding: string) => ReadonlyMap<string, DemergedShares>,
): MadeLots {
  const lots: Lot[] = [];
  const demerged = new Map<string, DemergedShares>();
  const parts = new Map<string, DemergedShares['part']>();
  const wrong: string[] = [];
  const sales: string[] = [];
  for (const one of events) {
    if (one.what === 'sell') sales.push(...sell(lots, one));
    else if (one.what === 'split') {
      for (const lot of lots.filter(({ remaining }) => remaining > 0n)) {
        lot.quantity *= one.shares;
        lot.remaining *= one.shares;
      }
    } else if (one.what === 'use') take(lots, one, wrong);
    else if (one.what === 'closed_out') take(ofNotesFirst(lots, one), one, wrong);
    else if (one.what === 'demerge') demerged.set(one.source, demerge(lots, one, wrong));
    else if (one.what === 'demerger') {
      const made = demergedOf(holding({ userId: one.userId, asset: one.demerger!.other })).get(one.source);
      if (made) {
        lots.push(...made.lots);
        parts.set(one.source, made.part);
      }
    } else if (one.what === 'part') {
      const { source, onDate: date, at, paise } = one;
      const part = parts.get(source);
      const cost = [part?.costPaise, part?.chargesPaise, part?.sttPaise];
      sales.push([source, 0, part?.acquiredOn, date, at, ...cost, paise, 0, 0].join(' '));
    } else if (one.what === 'bonus_part')
      sales.push([one.source, 0, one.onDate, one.onDate, one.at, 0, 0, 0, one.paise, 0, 0].join(' '));
    else if (one.shares > 0n) lots.push(newLot(one));
  }
  return { lots, sales, wrong, demerged };
}

/** What a demerger leaves of each lot, and the lot of the new share beside it: with its date, and its lock-in. */
function demerge(lots: readonly Lot[], { source, demerger }: HoldingEvent, wrong: string[]): DemergedShares {
  const terms = demerger!; // the query has it with the event
  const held = lots.filter(({ remaining }) => remaining > 0n);
  const over = (column: 'costPaise' | 'chargesPaise' | 'sttPaise') => {
    const made = demergeLots(
      held.map((lot) => ({ quantity: Number(lot.remaining), cost: lot[column] })),
      terms,
    );
    for (const [at, lot] of held.entries()) lot[column] = made.oldCosts[at]!;
    return made;
  };
  const [cost, charges, stt] = [over('costPaise'), over('chargesPaise'), over('sttPaise')];
  const made = held.flatMap((lot, at): Lot[] => {
    const shares = BigInt(cost.newLots[at]!.quantity);
    if (shares === 0n) return [];
    return [
      {
        ...lot,
        origin: 'demerger',
        source: `${source}/${lots.indexOf(lot)}`,
        quantity: shares,
        remaining: shares,
        costPaise: cost.newLots[at]!.cost,
        chargesPaise: charges.newLots[at]!.cost,
        sttPaise: stt.newLots[at]!.cost,
      },
    ];
  });
  const part = {
    acquiredOn: held.at(-1)?.acquiredOn ?? 'no lot',
    costPaise: cost.fraction.cost,
    chargesPaise: charges.fraction.cost,
    sttPaise: stt.fraction.cost,
  };
  const sumMoved = (column: 'costPaise' | 'chargesPaise') => made.reduce((sum, lot) => sum + lot[column], part[column]);
  const moved = [sumMoved('costPaise'), sumMoved('chargesPaise')];
  const said = [...moved, part.costPaise, part.chargesPaise, part.sttPaise, part.acquiredOn].join(' ');
  if (said !== terms.said) wrong.push(`what ${source} moved is ${terms.said}, and the lots say ${said}`);
  return { lots: made, part };
}

const newLot = ({ what, source, onDate: date, at, shares, paise, charges, stt, offering }: HoldingEvent): Lot => ({
  origin: what,
  source,
  acquiredOn: date,
  acquiredAt: at,
  quantity: shares,
  remaining: shares,
  costPaise: paise,
  chargesPaise: charges,
  sttPaise: stt,
  lockedUntil:
    offering &&
    lockedUntil({
      kind: offering.kind,
      discountBps: offering.discountBps,
      listingDate: offering.listingDate,
      deliveredOn: date,
    }),
});

/** First in first out; what is locked in comes last. */
function sell(lots: readonly Lot[], sale: HoldingEvent): readonly string[] {
  const { source, onDate: date, at } = sale;
  const isLocked = (lot: Lot) => lot.lockedUntil !== undefined && lot.lockedUntil > date;
  const left = { shares: sale.shares, paise: sale.paise, charges: sale.charges, stt: sale.stt };
  const sales: string[] = [];
  const note = (shares: bigint, lot: readonly unknown[], bought: readonly bigint[]) => {
    const part = (amount: bigint) => takePart(amount, shares, left.shares);
    const [paise, charges, stt] = [part(left.paise), part(left.charges), part(left.stt)];
    sales.push(
      [source, ...lot.slice(0, 1), shares, ...lot.slice(1), date, at, ...bought, paise, charges, stt].join(' '),
    );
    left.shares -= shares;
    left.paise -= paise;
    left.charges -= charges;
    left.stt -= stt;
  };
  const held = lots.filter(({ remaining }) => remaining > 0n);
  for (const lot of [...held.filter((one) => !isLocked(one)), ...held.filter(isLocked)]) {
    if (left.shares === 0n) break;
    const take = left.shares < lot.remaining ? left.shares : lot.remaining;
    const part = (amount: bigint) => takePart(amount, take, lot.remaining);
    const [cost, charges, stt] = [part(lot.costPaise), part(lot.chargesPaise), part(lot.sttPaise)];
    lot.remaining -= take;
    lot.costPaise -= cost;
    lot.chargesPaise -= charges;
    lot.sttPaise -= stt;
    note(take, [lots.indexOf(lot), lot.acquiredOn], [cost, charges, stt]);
  }
  if (left.shares > 0n) note(left.shares, [], [0n, 0n, 0n]);
  return sales;
}

/** Shares that a close-out takes are those of the notes that should have brought them; what is locked in comes last. */
function ofNotesFirst(lots: readonly Lot[], { source, onDate: date }: HoldingEvent): readonly Lot[] {
  const notes = source.split(' ');
  const rank = ({ origin, source: of, lockedUntil: until }: Lot): number =>
    origin === 'buy' && notes.includes(of) ? 0 : until === undefined || until <= date ? 1 : 2;
  return lots.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Entitlements that are used, and shares that never came, in this order: what they had cost goes to what came of them.
 */
function take(
  lots: readonly Lot[],
  { source, what, shares, paise, charges, stt }: HoldingEvent,
  wrong: string[],
): void {
  const sum = { paise: 0n, charges: 0n, stt: 0n };
  let left = shares;
  for (const lot of lots.filter(({ remaining }) => remaining > 0n)) {
    const take = left < lot.remaining ? left : lot.remaining;
    const part = (amount: bigint) => takePart(amount, take, lot.remaining);
    const taken = { paise: part(lot.costPaise), charges: part(lot.chargesPaise), stt: part(lot.sttPaise) };
    lot.remaining -= take;
    lot.costPaise -= taken.paise;
    lot.chargesPaise -= taken.charges;
    lot.sttPaise -= taken.stt;
    sum.paise += taken.paise;
    sum.charges += taken.charges;
    sum.stt += taken.stt;
    left -= take;
    if (left === 0n) break;
  }
  if (sum.paise !== paise || sum.charges !== charges || sum.stt !== stt || left > 0n)
    wrong.push(
      `what ${what === 'use' ? 'entitlements' : 'undelivered shares'} of ${source} had cost is ${paise}, and their lots say ${sum.paise}`,
    );
}

/** The part of an amount that belongs to some of the shares, half up. The last of them take everything. */
const takePart = (amount: bigint, shares: bigint, whole: bigint): bigint =>
  shares === whole ? amount : (2n * amount * shares + whole) / (2n * whole);
