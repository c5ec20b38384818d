import { addSources, postBatch } from '#modules/ledger/index.ts';
import { actionsToApply, shareFactor, markApplied, type CorporateAction } from '#modules/market/index.ts';
import { adjustAlerts } from '#modules/watching/index.ts';
import { notifyAll, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { makeIsin } from '@khara/offerings';
import { taxYearStart, type Day } from '@khara/rules';
import { entitlementCode, entitlementIsin } from '@khara/universe';
import {
  announcePositions,
  changePositions,
  lockUsers,
  ownOf,
  readDues,
  sendNotices,
  SIGNED_POSITIONS,
  type SignedPosition,
} from '#modules/orders/index.ts';
import { writeDues } from '#modules/settlement/index.ts';
import { outstandingShares } from '@khara/broker';
import { addGivenPositions, addGivenLots, splitLots } from '#modules/portfolio/index.ts';
import { addedTo, makeEntries, giveTo, maxHeld, type HolderEntitlement, type Holder } from './entries.ts';
import { adjustPositions } from './adjust-positions.ts';
import { adjustBaskets, adjustTriggers } from '#modules/standing/index.ts';
import { demergeHoldings } from './demerge-holdings.ts';
import { cancelWaitingOrders, endWhatWaits, movesPrice } from './end-what-waits.ts';
import { appliedNotice } from './notices.ts';
import { notePartSales, type PartSale } from './part-store.ts';

type ApplyDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;
type MarketDay = { readonly marketDay: number; readonly marketDate: Day };

/** Holders in one transaction: as many as commit in a fraction of a second. */
const BATCH_SIZE = 200;

/**
 * At the start of a market day, when what was due has settled and before anything trades: the holders at the
 * end of the day before its ex-date get what the company decided, and intraday positions that the day before
 * left are adjusted by it. Safe to repeat, also in the middle: each holder gets it once. A dividend is owed
 * from here on, and paid later (`payDividends`).
 */
export async function applyActions(deps: ApplyDeps, day: MarketDay): Promise<void> {
  for (const action of await actionsToApply(deps.db, day.marketDate)) {
    const asset = deps.market.instrument(action.code)?.asset;
    if (asset !== undefined) {
      await cancelWaitingOrders(deps, action, asset, day);
      let after: string | undefined = '';
      while (after !== undefined) after = await applyToSome(deps, action, asset, { ...day, after });
      await adjustPositions(deps, action, asset);
      await tellOfTooLarge(deps, action, asset);
    }
    const { terms } = action;
    const { numerator, denominator } = shareFactor(terms);
    const sent = await deps.db.transaction(async (tx) => {
      await markApplied(tx, action.id, deps.clock.now());
      if (!movesPrice(action)) return [];
      if (terms.kind === 'demerger') return endWhatWaits(tx, deps, { ...action, day });
      await adjustAlerts(tx, action.code, numerator, denominator);
      const change = { ...action, numerator, denominator, givesShares: terms.kind !== 'rights', day };
      return [...(await adjustTriggers(tx, deps, change)), ...(await adjustBaskets(tx, deps, change))];
    });
    sendNotices(deps, sent);
  }
}

/** Gives the next holders in order what is theirs; answers the last of them when there may be more. */
async function applyToSome(
  deps: ApplyDeps,
  action: CorporateAction,
  asset: string,
  day: MarketDay & { readonly after: string },
): Promise<string | undefined> {
  const at = deps.clock.now();
  const exPaise = BigInt(deps.market.quote(action.code)?.previousClose ?? 0);
  const { holders, next, sent } = await deps.db.transaction(async (tx) => {
    const { holders, next } = await lockHolders(tx, action, asset, day.after);
    if (holders.length === 0) return { holders, next, sent: [] };
    const given = holders.map((holder) => giveTo(holder, action, exPaise));
    const sent = await write(tx, { action, heldAsset: asset, asset: givenAsset(action, asset), given, day, at });
    return { holders, next, sent };
  });
  announcePositions(
    deps,
    holders.map(({ positionId: id, userId }) => ({ id, userId })),
    { at, changed: 'adjusted' },
    sent,
  );
  return next;
}

async function tellOfTooLarge(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  action: CorporateAction,
  asset: string,
): Promise<void> {
  const positions = await db.query<{ id: bigint }>(
    'orders.too_large_positions',
    `SELECT p.id FROM trading.position p WHERE p.asset = $1 AND p.state = 'in_position' AND abs(p.quantity::bigint) > $2`,
    [asset, maxHeld(action)],
  );
  if (positions.length > 0)
    log.fatal(
      { action: action.id, positions: positions.map(({ id }) => id) },
      'an action leaves out what is too large',
    );
}

/** The next who hold the share and have not got theirs yet; nothing else of them moves until the commit. */
async function lockHolders(
  tx: Tx,
  action: CorporateAction,
  asset: string,
  after: string,
): Promise<{ readonly holders: readonly Holder[]; readonly next: string | undefined }> {
  const some = await tx.query<{ userId: string }>(
    'orders.next_holders',
    `SELECT DISTINCT p.user_id FROM trading.position p
     WHERE p.asset = $1 AND p.user_id > $5 AND p.state = 'in_position' AND p.product = 'delivery'
       AND NOT EXISTS (SELECT FROM trading.entitlement e WHERE e.action_id = $2 AND e.user_id = p.user_id)
       AND p.quantity <= $4
     ORDER BY p.user_id LIMIT $3`,
    [asset, action.id, BATCH_SIZE, maxHeld(action), after],
  );
  const next = some.length < BATCH_SIZE ? undefined : some.at(-1)?.userId;
  if (some.length === 0) return { holders: [], next };
  const users = some.map(({ userId }) => userId);
  await lockUsers(tx, users);
  const rows = await tx.query<SignedPosition & Pick<Holder, 'paidPaise'>>(
    'orders.holders',
    `SELECT p.*,
       (SELECT coalesce(sum(e.gross_paise), 0)::bigint FROM trading.entitlement e
        WHERE e.user_id = p.user_id AND e.asset = p.asset AND e.pays_on >= $3 AND e.pays_on < $3::date + interval '1 year') AS paid_paise
     FROM trading.position p
     WHERE p.asset = $1 AND p.state = 'in_position' AND p.product = 'delivery' AND p.user_id = ANY ($2::text[])
     ORDER BY p.id FOR NO KEY UPDATE OF p`,
    [asset, users, taxYearStart(payDate(action) ?? action.exDate)],
  );
  const holding = ownOf(tx, SIGNED_POSITIONS, rows);
  const dues = Map.groupBy(await readDues(tx, holding), ({ userId }) => userId);
  const holders = holding.map(({ id: positionId, userId, quantity, paidPaise }): Holder => ({
    positionId,
    userId,
    quantity,
    paidPaise,
    due: dues
      .get(userId)
      ?.map((one) => ({ settlesOn: one.settlesOn, shares: outstandingShares(one) }))
      .filter(({ shares }) => shares > 0),
  }));
  return { holders, next };
}

/** The market date on which a dividend is paid. */
const payDate = ({ terms }: CorporateAction): Day | undefined => (terms.kind === 'dividend' ? terms.paysOn : undefined);

/** What an action gives some holders, as it is written. */
type Batch = {
  readonly action: CorporateAction;
  /** Of the share that is held, and of what is given. */
  readonly heldAsset: string;
  readonly asset: string;
  readonly given: readonly HolderEntitlement[];
  readonly day: MarketDay;
  readonly at: number;
};

async function write(tx: Tx, batch: Batch): Promise<readonly SentNotice[]> {
  const { action, asset, given, day, at } = batch;
  const { marketDate } = day;
  const { sources, entries } = makeEntries(given, { action, asset, marketDate });
  const [sent] = await Promise.all([
    notifyAll(
      tx,
      given.map((one) => appliedNotice(one, action, at)),
    ),
    // Sources of two types are noted one after the other: the entries wait for both.
    addSources(tx, marketDate, sources).then(() => postBatch(tx, entries)),
    entitle(tx, batch),
    ...addShares(tx, batch),
  ]);
  return sent;
}

/** Notes what each holder got: none of them gets it again. */
const entitle = (tx: Tx, { action, asset, given, at }: Batch): Promise<unknown> =>
  tx.query(
    'orders.entitle',
    `INSERT INTO trading.entitlement (action_id, user_id, asset, code, kind, on_date, held, added, gross_paise, tds_paise, at_ms, pays_on)
     SELECT $1, u.user_id, $2, $3, $4, $5, u.held, u.added, u.gross, u.tds, $6, $12::date
     FROM unnest($7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) AS u (user_id, held, added, gross, tds)`,
    [
      action.id,
      asset,
      givenCode(action),
      action.terms.kind,
      action.exDate,
      at,
      given.map(({ holder }) => holder.userId),
      given.map(({ holder }) => holder.quantity),
      given.map(addedTo),
      given.map(({ grossPaise }) => grossPaise),
      given.map(({ tdsPaise }) => tdsPaise),
      payDate(action) ?? null,
    ],
  );

/** Adds the new shares to positions, to what has yet to settle, and to lots. */
function addShares(tx: Tx, batch: Batch): readonly Promise<unknown>[] {
  const { action, heldAsset, asset, given, day, at } = batch;
  const { terms } = action;
  if (terms.kind === 'dividend' || terms.kind === 'buyback') return [];
  if (terms.kind === 'rights') return [addEntitlements(tx, batch)];
  if (terms.kind === 'demerger')
    return [demergeHoldings(tx, { action, terms, heldAsset, asset, given, marketDate: day.marketDate })];
  return [
    changePositions(
      tx,
      new Map(
        given
          .map((one) => [one.holder.positionId, addedTo(one)] as const)
          .filter(([, added]) => added > 0)
          .map(([id, added]) => [id, (position) => ({ ...position, quantity: position.quantity + added })]),
      ),
    ),
    addToDues(tx, heldAsset, given),
    changeLots(tx, action, asset, given, at),
    sellParts(tx, batch),
  ];
}

async function addToDues(tx: Tx, asset: string, given: readonly HolderEntitlement[]): Promise<void> {
  const added = new Map(
    given.flatMap(({ holder, addedDue }) => addedDue.map((due) => [`${holder.userId} ${due.settlesOn}`, due.shares])),
  );
  const holdings = given.filter(({ addedDue }) => addedDue.length > 0).map(({ holder }) => ({ ...holder, asset }));
  const dues = (await readDues(tx, holdings)).flatMap((due) => {
    const shares = added.get(`${due.userId} ${due.settlesOn}`);
    return shares === undefined ? [] : [{ ...due, bought: due.bought + shares, noted: due.noted + shares }];
  });
  await writeDues(tx, dues);
}

/** The part of a bonus share that is paid for in cash is sold on the ex-date, and had cost nothing. */
function sellParts(tx: Tx, { action, asset, given, day, at }: Batch): Promise<unknown> {
  const free = { asset, code: action.code, acquiredOn: action.exDate, cost: 0n, charges: 0n, stt: 0n };
  const sales = given
    .filter(({ grossPaise }) => grossPaise > 0n)
    .map(({ holder, grossPaise: cash }): PartSale => ({ ...free, userId: holder.userId, cash }));
  return notePartSales(tx, action.id, sales, { marketDate: day.marketDate, at });
}

/** What an action gives: of a rights issue entitlements, of a demerger shares of a new company. */
function givenAsset({ terms, exDate }: CorporateAction, asset: string): string {
  if (terms.kind === 'demerger') return `EQ:${makeIsin(terms.into)}`;
  return terms.kind === 'rights' ? `EQ:${entitlementIsin(asset.slice(3), exDate)}` : asset;
}

function givenCode({ terms, code }: CorporateAction): string {
  if (terms.kind === 'demerger') return terms.into;
  return terms.kind === 'rights' ? entitlementCode(code) : code;
}

/** Entitlements are a position that cost nothing, and a lot of its own. */
async function addEntitlements(tx: Tx, { action, asset, given, day, at }: Batch): Promise<void> {
  const some = given.filter((one) => addedTo(one) > 0);
  const userIds = some.map(({ holder }) => holder.userId);
  const code = entitlementCode(action.code);
  const quantities = some.map(addedTo);
  const isFree = { costPaise: 0n, chargesPaise: 0n, firstBuyAt: at };
  await addGivenPositions(
    tx,
    { asset, code, marketDate: day.marketDate },
    some.map((one) => ({ ...isFree, userId: one.holder.userId, quantity: addedTo(one) })),
  );
  await addGivenLots(tx, {
    origin: 'entitlement',
    asset,
    code,
    source: action.id,
    acquiredOn: action.exDate,
    at,
    userIds,
    quantities,
  });
}

/** A split multiplies the lots. A bonus is a lot of its own, that cost nothing. */
function changeLots(
  tx: Tx,
  { id, code, exDate, terms }: CorporateAction,
  asset: string,
  given: readonly HolderEntitlement[],
  at: number,
): Promise<unknown> {
  if (terms.kind === 'split') {
    const userIds = given.map(({ holder }) => holder.userId);
    return splitLots(tx, asset, userIds, terms.oldFace / terms.newFace); // the table takes whole multiples only
  }
  const some = given.filter((one) => addedTo(one) > 0);
  const userIds = some.map(({ holder }) => holder.userId);
  return addGivenLots(tx, {
    origin: 'bonus',
    asset,
    code,
    source: id,
    acquiredOn: exDate,
    at,
    userIds,
    quantities: some.map(addedTo),
  });
}
