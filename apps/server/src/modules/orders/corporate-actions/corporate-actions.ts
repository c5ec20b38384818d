import { languagesOf } from '#modules/accounts/index.ts';
import {
  addSources,
  postBatch,
  sharesIssued,
  available,
  clearing,
  CODES,
  move,
  taxesAndCharges,
  userOwner,
  type BatchEntry,
  type Source,
} from '#modules/ledger/index.ts';
import {
  actionsFor,
  adjustAlerts,
  actionsToApply,
  codesSince,
  exDatesAhead,
  factorOf,
  keepActions,
  markApplied,
  QUIET_DAYS,
  scheduledThrough,
  type CorporateAction,
} from '#modules/market/index.ts';
import { announce as announceNotice, notifyAll, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { mulDiv, rupees } from '@khara/money';
import { addDays, adjustQuantity, dividend, type Day } from '@khara/rules';
import { announceOrders, announcePositions } from '../announce.ts';
import { addBonusLots, splitLots } from '../portfolio/lots.ts';
import { assetOf } from '../settlement/postings.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'config' | 'keys' | 'market' | 'pushes' | 'log'>;
type MarketDay = { readonly marketDay: number; readonly marketDate: Day };

/** Holders in one transaction: as many as commit in a fraction of a second. */
const AT_ONCE = 200;

/**
 * At the start of a market day, when what was due has settled and before anything trades: the holders at the end of the day before its ex-date
 * gets what the company decided. Safe to repeat, also in the middle: each holder gets it once.
 */
export async function applyActions(deps: Parts, day: MarketDay): Promise<void> {
  for (const action of await actionsToApply(deps.db, day.marketDate)) {
    const asset = deps.market.instrument(action.code)?.asset;
    if (asset !== undefined) {
      await cancelWaitingOrders(deps, action, asset, day);
      while (await applyToSome(deps, action, asset, day));
    }
    const { numerator, denominator } = factorOf(action.terms);
    await deps.db.transaction(async (tx) => {
      await markApplied(tx, action.id, deps.clock.now());
      if (action.terms.kind !== 'dividend') await adjustAlerts(tx, action.code, numerator, denominator);
    });
  }
}

/**
 * After-market orders from before the ex-date were meant for the share as it was: like an exchange, we cancel them. Other orders do not outlive their day.
 * A cash dividend leaves them as they are.
 */
async function cancelWaitingOrders(deps: Parts, action: CorporateAction, asset: string, day: MarketDay): Promise<void> {
  if (action.terms.kind === 'dividend') return;
  const at = deps.clock.now();
  const [ended, sent] = await deps.db.transaction(async (tx) => {
    const ended = await tx.query<{ id: bigint; user_id: string; quantity: number }>(
      'orders.cancel_for_action',
      `WITH waiting AS MATERIALIZED (
         SELECT o.id, o.user_id, o.quantity, trading.lock_user(o.user_id) AS locked FROM trading."order" o
         WHERE o.asset = $1 AND o.after_market AND o.state = 'pending' AND o.market_date < $2
           AND NOT EXISTS (SELECT FROM trading.command c WHERE c.order_id = o.id)
       )
       SELECT w.id, w.user_id, w.quantity, trading.end_waiting_order(o, 'cancelled', 'corporate_action', $3, $4, $5) AS done
       FROM waiting w JOIN trading."order" o ON o.id = w.id AND o.state = 'pending'`,
      [asset, action.exDate, day.marketDate, deps.market.now().marketTime, at],
    );
    const sent = await notifyAll(
      tx,
      ended.map(({ id, user_id: userId, quantity }): NoticeToSend => ({
        userId,
        category: 'transaction',
        key: 'orderEnded',
        params: { code: action.code, filled: 0, quantity },
        link: '/pages/personal/transaction/index?tab=orders',
        about: `order:${id} cancelled`,
        at,
      })),
    );
    return [ended.map(({ id, user_id: userId }) => ({ id, userId })), sent] as const;
  });
  announceOrders(deps, ended, sent);
}

type Holder = {
  readonly position_id: bigint;
  readonly user_id: string;
  readonly quantity: number;
  /** Dividends of the company since the tax year began. */
  readonly paid_paise: bigint;
  /** Of the shares, those that have not settled, by the day on which they will. */
  readonly due: readonly { readonly settles_on: string; readonly shares: number }[] | null;
};

/** What a holder gets. */
type Given = {
  readonly holder: Holder;
  readonly addedFree: number;
  readonly addedDue: readonly { readonly settlesOn: string; readonly shares: number }[];
  /** A dividend, or the money for a part of a share. */
  readonly grossPaise: bigint;
  readonly tdsPaise: bigint;
};

/** Gives the next holders in order what is theirs; answers whether there may be more. */
async function applyToSome(deps: Parts, action: CorporateAction, asset: string, day: MarketDay): Promise<boolean> {
  const at = deps.clock.now();
  const exPaise = BigInt(deps.market.quote(action.code)?.previousClosePaise ?? 0);
  const [holders, sent] = await deps.db.transaction(async (tx) => {
    const holders = await holdersOf(tx, action, asset);
    if (holders.length === 0) return [holders, []] as const;
    const given = holders.map((holder) => giveTo(holder, action, exPaise));
    const sent = await write(tx, { action, asset, given, day, at });
    return [holders, sent] as const;
  });
  announcePositions(
    deps,
    holders.map(({ position_id: id, user_id: userId }) => ({ id, userId })),
    sent,
  );
  return holders.length === AT_ONCE;
}

/** Those who hold the share and have not got theirs yet; nothing else of them moves until the commit. */
async function holdersOf(tx: Tx, action: CorporateAction, asset: string): Promise<readonly Holder[]> {
  const users = await tx.query<{ user_id: string }>(
    'orders.lock_holders',
    `SELECT h.user_id, trading.lock_user(h.user_id) AS locked
     FROM (
       SELECT p.user_id FROM trading.position p
       WHERE p.asset = $1 AND p.state = 'in_position' AND p.product = 'delivery'
         AND NOT EXISTS (SELECT FROM trading.entitlement e WHERE e.action_id = $2 AND e.user_id = p.user_id)
       ORDER BY p.user_id LIMIT $3
     ) h`,
    [asset, action.id, AT_ONCE],
  );
  if (users.length === 0) return [];
  return tx.query<Holder>(
    'orders.holders',
    `SELECT p.id AS position_id, p.user_id, p.quantity,
       (SELECT coalesce(sum(e.gross_paise), 0)::bigint FROM trading.entitlement e
        WHERE e.user_id = p.user_id AND e.asset = p.asset AND e.kind = 'dividend' AND e.on_date >= $3) AS paid_paise,
       (SELECT json_agg(json_build_object('settles_on', d.settles_on, 'shares', d.bought - d.sold - d.settled) ORDER BY d.settles_on)
        FROM trading.settlement_due d WHERE d.user_id = p.user_id AND d.asset = p.asset AND d.sold + d.settled < d.bought) AS due
     FROM trading.position p
     WHERE p.asset = $1 AND p.state = 'in_position' AND p.product = 'delivery' AND p.user_id = ANY ($2::text[])
     ORDER BY p.id FOR NO KEY UPDATE OF p`,
    [asset, users.map(({ user_id: userId }) => userId), taxYearOf(action.exDate)],
  );
}

/** First day of the tax year of a day: 1 April. */
const taxYearOf = (day: Day): Day => {
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) < '04-01' ? year - 1 : year}-04-01`;
};

function giveTo(holder: Holder, { terms, exDate }: CorporateAction, exPaise: bigint): Given {
  const { quantity, paid_paise: paidThisYearPaise } = holder;
  if (terms.kind === 'dividend') {
    const perSharePaise = BigInt(terms.perSharePaise);
    const paid = dividend({ quantity, perSharePaise, paidThisYearPaise, day: exDate });
    return { holder, addedFree: 0, addedDue: [], grossPaise: paid.grossPaise, tdsPaise: paid.tdsPaise };
  }
  const factor = factorOf(terms);
  const whole = adjustQuantity(quantity, factor);
  // New shares of what has not settled settle with it; whole ones only, the rest comes free.
  const addedDue = (holder.due ?? []).map(({ settles_on: settlesOn, shares }) => ({
    settlesOn,
    shares: adjustQuantity(shares, factor).quantity - shares,
  }));
  const added = whole.quantity - quantity;
  const addedFree = addedDue.reduce((left, { shares }) => left - shares, added);
  const { numerator, denominator } = whole.fraction;
  const grossPaise = mulDiv(exPaise, BigInt(numerator), BigInt(denominator), 'half_up');
  return { holder, addedFree, addedDue: addedDue.filter(({ shares }) => shares > 0), grossPaise, tdsPaise: 0n };
}

async function write(
  tx: Tx,
  {
    action,
    asset,
    given,
    day,
    at,
  }: { action: CorporateAction; asset: string; given: readonly Given[]; day: MarketDay; at: number },
): Promise<readonly SentNotice[]> {
  const { marketDate } = day;
  const isin = assetOf({ asset }).slice(3);
  const sources: Source[] = [];
  const entries: BatchEntry[] = [];
  for (const { holder, addedFree, addedDue, grossPaise, tdsPaise } of given) {
    const owner = userOwner(holder.user_id);
    const head = { ref: `${action.id}/${holder.user_id}`, actor: 'system', marketDate } as const;
    const dueShares = addedDue.reduce((sum, { shares }) => sum + shares, 0);
    const added = BigInt(addedFree + dueShares);
    if (added > 0n) {
      const id = head.ref;
      sources.push({
        type: 'corporate_action',
        id,
        purpose: 'corporate_credit',
        owner,
        asset: assetOf({ asset }),
        amount: added,
      });
      const account = { owner, asset: assetOf({ asset }) };
      entries.push({
        ...head,
        kind: 'corporate_credit',
        lines: [
          move(sharesIssued(isin), -added),
          move({ ...account, code: CODES.freeShares }, BigInt(addedFree)),
          move({ ...account, code: CODES.unsettledShares }, BigInt(dueShares)),
        ].filter(({ amount }) => amount !== 0n),
      });
    }
    if (grossPaise > 0n) {
      sources.push({ type: 'dividend', id: head.ref, purpose: 'dividend', owner, asset: 'INR', amount: grossPaise });
      entries.push({
        ...head,
        kind: 'dividend',
        lines: [
          move(clearing(), -grossPaise),
          move(available(holder.user_id), grossPaise - tdsPaise),
          move(taxesAndCharges, tdsPaise),
        ].filter(({ amount }) => amount !== 0n),
      });
    }
  }
  const userIds = given.map(({ holder }) => holder.user_id);
  const addedOf = ({ addedFree, addedDue }: Given) => addedDue.reduce((sum, { shares }) => sum + shares, addedFree);
  const dues = given.flatMap(({ holder, addedDue }) => addedDue.map((due) => ({ ...due, userId: holder.user_id })));
  const [sent] = await Promise.all([
    notifyAll(
      tx,
      given.map((one) => noticeOf(one, addedOf(one), action, at)),
    ),
    // Sources of two types are noted one after the other: the entries wait for both.
    addSources(tx, marketDate, sources).then(() => postBatch(tx, entries)),
    tx.query(
      'orders.entitle',
      `INSERT INTO trading.entitlement (action_id, user_id, asset, code, kind, on_date, held, added, gross_paise, tds_paise, at_ms)
       SELECT $1, u.user_id, $2, $3, $4, $5, u.held, u.added, u.gross, u.tds, $6
       FROM unnest($7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) AS u (user_id, held, added, gross, tds)`,
      [
        action.id,
        asset,
        action.code,
        action.terms.kind,
        action.exDate,
        at,
        userIds,
        given.map(({ holder }) => holder.quantity),
        given.map(addedOf),
        given.map(({ grossPaise }) => grossPaise),
        given.map(({ tdsPaise }) => tdsPaise),
      ],
    ),
    ...(action.terms.kind === 'dividend'
      ? []
      : [
          tx.query(
            'orders.add_to_positions',
            `UPDATE trading.position p SET quantity = p.quantity + u.added
             FROM unnest($1::bigint[], $2::integer[]) AS u (id, added) WHERE p.id = u.id AND u.added > 0`,
            [given.map(({ holder }) => holder.position_id), given.map(addedOf)],
          ),
          tx.query(
            'orders.add_to_dues',
            `UPDATE trading.settlement_due d SET bought = d.bought + u.added
             FROM unnest($2::text[], $3::date[], $4::integer[]) AS u (user_id, settles_on, added)
             WHERE d.user_id = u.user_id AND d.asset = $1 AND d.settles_on = u.settles_on`,
            [asset, dues.map((due) => due.userId), dues.map((due) => due.settlesOn), dues.map((due) => due.shares)],
          ),
          changeLots(tx, action, asset, given, addedOf, at),
        ]),
  ]);
  return sent;
}

/** A split multiplies the lots. A bonus is a lot of its own, that cost nothing. */
function changeLots(
  tx: Tx,
  { id, code, exDate, terms }: CorporateAction,
  asset: string,
  given: readonly Given[],
  addedOf: (one: Given) => number,
  at: number,
): Promise<unknown> {
  if (terms.kind === 'split') {
    const userIds = given.map(({ holder }) => holder.user_id);
    return splitLots(tx, asset, userIds, terms.oldFace / terms.newFace); // the table takes whole multiples only
  }
  const some = given.filter((one) => addedOf(one) > 0);
  const userIds = some.map(({ holder }) => holder.user_id);
  return addBonusLots(tx, { asset, code, source: id, acquiredOn: exDate, at, userIds, quantities: some.map(addedOf) });
}

function noticeOf(given: Given, added: number, action: CorporateAction, at: number): NoticeToSend {
  const { holder, grossPaise, tdsPaise } = given;
  const { terms, code } = action;
  const common = { userId: holder.user_id, category: 'transaction', about: `applied:${action.id}`, at } as const;
  const isDividend = terms.kind === 'dividend';
  return {
    ...common,
    link: isDividend ? '/pages/personal/bill/index?businessType=dividend' : '/pages/personal/position/index',
    key: isDividend ? 'dividendPaid' : terms.kind === 'split' ? 'splitDone' : 'bonusGiven',
    params: {
      code,
      quantity: holder.quantity,
      added,
      total: holder.quantity + added,
      amount: rupees(grossPaise - tdsPaise),
      tds: rupees(tdsPaise),
      cash: rupees(grossPaise),
    },
  };
}

/**
 * Draws what goes ex in the next days, as far as it is not drawn yet, and tells those who hold or watch the share. Safe to repeat: an ex-date is drawn once.
 */
export async function scheduleActions(deps: Parts, day: MarketDay): Promise<void> {
  const through = await scheduledThrough(deps.db);
  const { installSecret } = deps.keys;
  const fixedSeed = deps.config.MARKET_SEED;
  const seed = fixedSeed === undefined ? installSecret : Buffer.from(fixedSeed, 'utf8');
  const issuers = deps.market.instruments().flatMap(({ issuer }) => (issuer ? [issuer] : []));
  for (const { exDate, marketDay } of exDatesAhead(day.marketDate, day.marketDay)) {
    if (through !== undefined && exDate <= through) continue;
    const quiet = await codesSince(deps.db, addDays(exDate, -QUIET_DAYS));
    const actions = actionsFor(
      { exDate, marketDay, announcedOn: day.marketDate },
      {
        seed,
        issuers,
        priceOf: (code) => deps.market.quote(code)?.previousClosePaise ?? 0,
        isQuiet: (code) => quiet.has(code),
      },
    );
    const at = deps.clock.now();
    const sent = await deps.db.transaction(async (tx) => {
      if (!(await keepActions(tx, exDate, actions, at))) return [];
      return notifyAll(tx, (await Promise.all(actions.map((action) => announcementsOf(tx, action, at)))).flat());
    });
    tell(deps, sent);
  }
}

async function announcementsOf(tx: Tx, action: CorporateAction, at: number): Promise<readonly NoticeToSend[]> {
  const { code, terms, exDate: date } = action;
  const users = await tx.query<{ user_id: string }>(
    'orders.interested',
    `SELECT p.user_id FROM trading.position p WHERE p.code = $1 AND p.state = 'in_position' AND p.product = 'delivery'
     UNION SELECT w.user_id FROM market.watch w WHERE w.code = $1`,
    [code],
  );
  const common = {
    category: 'system',
    link: `/pages/market/details?code=${code}`,
    about: `announced:${action.id}`,
    at,
  } as const;
  const text = ((): Pick<NoticeToSend, 'key' | 'params'> => {
    switch (terms.kind) {
      case 'dividend':
        return { key: 'dividendAnnounced', params: { code, date, amount: rupees(BigInt(terms.perSharePaise)) } };
      case 'split':
        return { key: 'splitAnnounced', params: { code, date, times: terms.oldFace / terms.newFace } };
      case 'bonus':
        return { key: 'bonusAnnounced', params: { code, date, a: terms.a, b: terms.b } };
    }
  })();
  return users.map(({ user_id: userId }) => ({ ...common, ...text, userId }));
}

/** After the commit and beside it: a lost message loses nothing. */
function tell(deps: Pick<Deps, 'db' | 'pushes' | 'log'>, sent: readonly SentNotice[]): void {
  const heard = sent.flatMap((notice) => (notice && deps.pushes.isListening(notice.userId) ? [notice] : []));
  if (heard.length === 0) return;
  languagesOf(deps.db, [...new Set(heard.map(({ userId }) => userId))])
    .then((languages) => {
      for (const notice of heard) {
        announceNotice(deps, notice, languages.get(notice.userId) ?? 'en');
        deps.pushes.toUser(notice.userId, { type: 'wallet', data: { currency: 'INR' } });
      }
    })
    .catch((error: unknown) => deps.log.warn({ err: error }, 'a corporate action could not be announced'));
}
