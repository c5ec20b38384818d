import { asPrice } from '@khara/money';
import { ratio, SAME_SHARES, type Day, type Ratio } from '@khara/rules';
import type { BusinessKey } from '@khara/universe';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import {
  shareFactor,
  isDemerger,
  isOffer,
  timesRatio,
  type ActionTerms,
  type CorporateAction,
  type HolderOffer,
} from './corporate-actions.ts';
import type { Demerger } from './demergers.ts';
import type { OfferOutcome } from './holder-offers.ts';

type ActionRow = {
  readonly id: string;
  readonly code: string;
  readonly kind: ActionTerms['kind'];
  readonly exDate: string;
  readonly announcedOn: string;
  readonly perSharePaise: bigint | undefined;
  readonly paysOn: string | undefined;
  readonly first: number | undefined;
  readonly second: number | undefined;
  readonly pricePaise: bigint | undefined;
  readonly shares: bigint | undefined;
  readonly heldSmall: bigint | undefined;
  readonly heldGeneral: bigint | undefined;
  readonly cumPaise: bigint | undefined;
  readonly intoCode: string | undefined;
  readonly business: BusinessKey | undefined;
  readonly costBps: number | undefined;
  readonly profitBps: number | undefined;
  readonly listsOn: string | undefined;
  readonly foundPaise: bigint | undefined;
};

/**
 * What was announced, before it pays a holder: the log answers for it. When it was given to the holders is in
 * the ledger.
 */
export const CORPORATE_ACTIONS: RecordedTable = {
  type: 'market.action',
  table: 'market.corporate_action',
  id: 'id',
  columns: [
    't.code',
    't.kind',
    "to_char(t.ex_date, 'YYYY-MM-DD')",
    "to_char(t.announced_on, 'YYYY-MM-DD')",
    't.announced_ms',
    't.per_share_paise',
    't.first',
    't.second',
    "to_char(t.pays_on, 'YYYY-MM-DD')",
    't.price_paise',
    't.shares',
    't.held_small',
    't.held_general',
    't.into_code',
    't.business',
    't.cost_bps',
    't.profit_bps',
    "to_char(t.lists_on, 'YYYY-MM-DD')",
  ],
};

const ANNOUNCED =
  'a.id, a.code, a.kind, a.ex_date, a.announced_on, a.per_share_paise, a.pays_on, a.first, a.second, a.price_paise, a.shares, a.held_small, a.held_general, a.into_code, a.business, a.cost_bps, a.profit_bps, a.lists_on';
/**
 * With the last close before the ex-date, of an offer and of a demerger, once it has come, and of a demerger the first
 * price of the ex-date.
 */
const ACTION = `${ANNOUNCED}, CASE WHEN a.price_paise IS NOT NULL OR a.kind = 'demerger' THEN (SELECT c.close_paise FROM market.candle_day c
  WHERE c.code = a.code AND c.market_date < a.ex_date ORDER BY c.market_date DESC LIMIT 1) END AS cum_paise,
  CASE WHEN a.kind = 'demerger' THEN (SELECT c.open_paise FROM market.candle_day c
  WHERE c.code = a.code AND c.market_date >= a.ex_date ORDER BY c.market_date LIMIT 1) END AS found_paise`;

const queryActions = async (
  db: Queryable,
  name: string,
  sql: string,
  params: readonly unknown[] = [],
): Promise<readonly CorporateAction[]> => (await db.query<ActionRow>(name, sql, params)).map(toAction);

/**
 * What takes effect with the beginning of a market day: what has its ex-date on it, or on a day since the
 * market day before, when the market did not run. The venue begins the day with previous closes, bands and
 * participants on the other side of it (`exPrice`, `exValues`).
 */
export async function corporateActionsOn(db: Queryable, marketDate: Day): Promise<readonly CorporateAction[]> {
  return queryActions(
    db,
    'market.actions_on',
    `SELECT ${ACTION} FROM market.corporate_action a
     WHERE a.ex_date <= $1 AND a.ex_date > coalesce((SELECT max(d.market_date) FROM market.day d WHERE d.market_date < $1), '0001-01-01')
     ORDER BY a.ex_date, a.code`,
    [marketDate],
  );
}

/** What goes ex after a date and up to another, in its order. */
export const actionsBetween = (db: Queryable, after: Day, upTo: Day): Promise<readonly CorporateAction[]> =>
  queryActions(
    db,
    'market.actions_between',
    `SELECT ${ACTION} FROM market.corporate_action a WHERE a.ex_date > $1 AND a.ex_date <= $2 ORDER BY a.ex_date, a.code`,
    [after, upTo],
  );

/** The day before an ex-date, as its share traded. Paise. */
export type DayBeforeEx = {
  readonly low: number;
  readonly high: number;
  readonly close: number;
  /** Actions of the share that take effect with the same market day, and come first. */
  readonly actions: readonly CorporateAction[];
};

/** The last day before an action's ex-date on which its share had a price; undefined when it never had one. */
export async function dayBeforeEx(
  db: Queryable,
  { code, exDate }: Pick<CorporateAction, 'code' | 'exDate'>,
): Promise<DayBeforeEx | undefined> {
  const [day] = await db.query<{
    readonly marketDate: string;
    readonly lowPaise: bigint;
    readonly highPaise: bigint;
    readonly closePaise: bigint;
  }>(
    'market.day_before_ex',
    `SELECT to_char(c.market_date, 'YYYY-MM-DD') AS market_date, least(c.low_paise, c.close_paise) AS low_paise,
       greatest(c.high_paise, c.close_paise) AS high_paise, c.close_paise
     FROM market.candle_day c WHERE c.code = $1 AND c.market_date < $2 ORDER BY c.market_date DESC LIMIT 1`,
    [code, exDate],
  );
  if (!day) return undefined;
  const actions = await queryActions(
    db,
    'market.actions_before_ex',
    `SELECT ${ACTION} FROM market.corporate_action a WHERE a.code = $1 AND a.ex_date > $2 AND a.ex_date < $3 ORDER BY a.ex_date`,
    [code, day.marketDate, exDate],
  );
  const [low, high, close] = [asPrice(day.lowPaise), asPrice(day.highPaise), asPrice(day.closePaise)];
  return { low, high, close, actions };
}

/**
 * Shares of a code for each that the universe counts, by the splits and bonuses up to a date and with it.
 * Codes without any are absent.
 */
export async function shareFactorsUpTo(db: Queryable, marketDate: Day): Promise<ReadonlyMap<string, Ratio>> {
  const factors = new Map<string, Ratio>();
  for (const action of await sharesChanged(db, marketDate)) {
    if (action.terms.kind === 'demerger') continue; // its shares stay as many
    factors.set(action.code, timesRatio(factors.get(action.code) ?? SAME_SHARES, shareFactor(action.terms)));
  }
  return factors;
}

/**
 * Splits, bonuses, rights issues and demergers up to a date and with it, oldest first; of one code, or of all. What the
 * market finds on a day is known after it: a demerger of the date itself has no price.
 */
export async function sharesChanged(db: Queryable, upTo: Day, code?: string): Promise<readonly CorporateAction[]> {
  const rows = await db.query<ActionRow>(
    'market.shares_changed',
    `SELECT ${ACTION} FROM market.corporate_action a
     WHERE a.kind IN ('split', 'bonus', 'rights', 'demerger') AND a.ex_date <= $1 AND ($2::text IS NULL OR a.code = $2) ORDER BY a.ex_date, a.code`,
    [upTo, code ?? null],
  );
  const began = await beganBefore(db, upTo);
  return rows.map((row) => toAction(began.has(row.id) ? row : { ...row, foundPaise: undefined }));
}

/** Demergers whose first day is one before a date. */
async function beganBefore(db: Queryable, date: Day): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    'market.began_before',
    `SELECT a.id FROM market.corporate_action a WHERE a.kind = 'demerger'
       AND EXISTS (SELECT FROM market.day d WHERE d.market_date >= a.ex_date AND d.market_date < $1)`,
    [date],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function actionById(db: Queryable, id: string): Promise<CorporateAction | undefined> {
  const actions = await queryActions(
    db,
    'market.action_by_id',
    `SELECT ${ACTION} FROM market.corporate_action a WHERE a.id = $1`,
    [id],
  );
  return actions[0];
}

/** Demergers whose holders have their shares, and parts of shares still to be paid for. */
export async function demergersToPay(
  db: Queryable,
): Promise<readonly (CorporateAction & { readonly terms: Demerger })[]> {
  const actions = await queryActions(
    db,
    'market.demergers_to_pay',
    `SELECT ${ACTION} FROM market.corporate_action a
     WHERE a.kind = 'demerger' AND a.applied_ms IS NOT NULL AND a.settled_ms IS NULL ORDER BY a.ex_date, a.code`,
  );
  return actions.filter(isDemerger);
}

/** Codes of the shares that demergers make, or will. */
export async function demergedCodes(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ intoCode: string }>(
    'market.demerged_codes',
    `SELECT a.into_code FROM market.corporate_action a WHERE a.kind = 'demerger'`,
  );
  return rows.map((row) => row.intoCode);
}

/** By action the share of which a part was paid for in cash: of a demerger the new one. */
export async function codesOfParts(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; code: string }>(
    'market.codes_of_parts',
    `SELECT a.id, coalesce(a.into_code, a.code) AS code FROM market.corporate_action a WHERE a.id = ANY ($1::text[])`,
    [ids],
  );
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** What is announced and not over: the ex-date is today or ahead. */
export async function actionsAhead(db: Queryable, marketDate: Day): Promise<readonly CorporateAction[]> {
  return queryActions(
    db,
    'market.actions_ahead',
    // Without closes: what is announced stays as it is, also when its ex-date has come.
    `SELECT ${ANNOUNCED}, NULL::bigint AS cum_paise, NULL::bigint AS found_paise FROM market.corporate_action a WHERE a.ex_date >= $1 ORDER BY a.ex_date, a.code`,
    [marketDate],
  );
}

/** Offers to holders whose ex-date lies between two dates, both included, oldest first. */
export async function offersBetween(db: Queryable, from: Day, to: Day): Promise<readonly HolderOffer[]> {
  const actions = await queryActions(
    db,
    'market.offers_between',
    `SELECT ${ACTION} FROM market.corporate_action a WHERE a.price_paise IS NOT NULL AND a.ex_date BETWEEN $1 AND $2 ORDER BY a.ex_date, a.code`,
    [from, to],
  );
  return actions.filter(isOffer);
}

/** Offers whose holders have what they were entitled to, and that are not settled. */
export async function offersToSettle(db: Queryable): Promise<readonly HolderOffer[]> {
  const actions = await queryActions(
    db,
    'market.offers_to_settle',
    `SELECT ${ACTION} FROM market.corporate_action a
     WHERE a.price_paise IS NOT NULL AND a.applied_ms IS NOT NULL AND a.settled_ms IS NULL ORDER BY a.ex_date, a.code`,
  );
  return actions.filter(isOffer);
}

export async function offerById(db: Queryable, id: string): Promise<HolderOffer | undefined> {
  const action = await actionById(db, id);
  return action && isOffer(action) ? action : undefined;
}

export const markSettled = (tx: Tx, id: string, at: number): Promise<unknown> =>
  tx.query('market.offer_settled', 'UPDATE market.corporate_action SET settled_ms = $2 WHERE id = $1', [id, at]);

/** What the log answers for of an offer that has closed. */
export const OFFER_OUTCOMES: RecordedTable = {
  type: 'market.offer_outcome',
  table: 'market.offer_outcome',
  id: 'action_id',
  columns: [
    't.unclaimed',
    't.held_by_others',
    't.small_entitled',
    't.small_additional',
    't.general_entitled',
    't.general_additional',
  ],
};

/** Notes what the simulated holders did with an offer; once. */
export async function keepOutcome(tx: Tx, id: string, outcome: OfferOutcome): Promise<void> {
  const figures =
    outcome.kind === 'rights'
      ? [outcome.unclaimed, outcome.heldByOthers, null, null, null, null]
      : [null, null, ...[outcome.small, outcome.general].flatMap(({ entitled, additional }) => [entitled, additional])];
  const fresh = await tx.query(
    'market.keep_outcome',
    `INSERT INTO market.offer_outcome (action_id, unclaimed, held_by_others, small_entitled, small_additional, general_entitled, general_additional)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING action_id`,
    [id, ...figures],
  );
  if (fresh.length > 0) await recordRow(tx, OFFER_OUTCOMES, id, 'closed');
}

/** The last ten of a code whose ex-date has passed, newest first. */
export async function pastActions(db: Queryable, marketDate: Day, code: string): Promise<readonly CorporateAction[]> {
  return queryActions(
    db,
    'market.actions_past',
    `SELECT ${ACTION} FROM market.corporate_action a WHERE a.code = $1 AND a.ex_date < $2 ORDER BY a.ex_date DESC LIMIT 10`,
    [code, marketDate],
  );
}

/** What has taken effect and was not given to the holders yet, oldest first. */
export async function actionsToApply(db: Queryable, marketDate: Day): Promise<readonly CorporateAction[]> {
  return queryActions(
    db,
    'market.actions_to_apply',
    `SELECT ${ACTION} FROM market.corporate_action a WHERE a.ex_date <= $1 AND a.applied_ms IS NULL ORDER BY a.ex_date, a.code`,
    [marketDate],
  );
}

export const markApplied = (tx: Tx, id: string, at: number): Promise<unknown> =>
  tx.query('market.action_applied', 'UPDATE market.corporate_action SET applied_ms = $2 WHERE id = $1', [id, at]);

/** Codes with an action on a date or after it. */
export async function codesSince(db: Queryable, date: Day): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ code: string }>(
    'market.action_codes',
    'SELECT DISTINCT code FROM market.corporate_action WHERE ex_date >= $1',
    [date],
  );
  return new Set(rows.map(({ code }) => code));
}

/** The newest ex-date whose actions were scheduled; undefined in a new market. */
export async function scheduledThrough(db: Queryable): Promise<Day | undefined> {
  const [row] = await db.query<{ exDate: string | undefined }>(
    'market.scheduled_through',
    'SELECT max(ex_date) AS ex_date FROM market.ex_date',
  );
  return row?.exDate;
}

/**
 * Notes that the actions of an ex-date are scheduled, and what they are. Once: answers false when it was done before.
 */
export async function keepActions(
  tx: Tx,
  exDate: Day,
  actions: readonly CorporateAction[],
  at: number,
): Promise<boolean> {
  const fresh = await tx.query(
    'market.keep_ex_date',
    'INSERT INTO market.ex_date (ex_date, drawn_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ex_date',
    [exDate, at],
  );
  if (fresh.length === 0) return false;
  for (const { id, code, announcedOn, terms } of actions) {
    const [first, second] =
      terms.kind === 'split'
        ? [terms.oldFace, terms.newFace]
        : terms.kind === 'bonus' || terms.kind === 'rights' || terms.kind === 'demerger'
          ? [terms.a, terms.b]
          : [];
    const offer = terms.kind === 'rights' || terms.kind === 'buyback' ? terms : undefined;
    const held = terms.kind === 'buyback' ? terms.held : undefined;
    const demerger = terms.kind === 'demerger' ? terms : undefined;
    await tx.query(
      'market.keep_action',
      `INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, per_share_paise, pays_on, first, second, price_paise,
         shares, held_small, held_general, into_code, business, cost_bps, profit_bps, lists_on)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
      [
        id,
        code,
        terms.kind,
        exDate,
        announcedOn,
        at,
        terms.kind === 'dividend' ? terms.perSharePaise : null,
        terms.kind === 'dividend' ? terms.paysOn : null,
        first ?? null,
        second ?? null,
        offer?.price ?? null,
        offer?.shares ?? null,
        held?.small ?? null,
        held?.general ?? null,
        demerger?.into ?? null,
        demerger?.business ?? null,
        demerger?.costBps ?? null,
        demerger?.profitBps ?? null,
        demerger?.listsOn ?? null,
      ],
    );
    await recordRow(tx, CORPORATE_ACTIONS, id, 'announced');
  }
  return true;
}

/** The table says that all of it is there. */
function toDemerger(row: ActionRow, cumPrice: { readonly cumPrice?: number }): Demerger {
  const { first, second, intoCode: into, business, costBps, profitBps, listsOn } = row;
  if (
    into === undefined ||
    business === undefined ||
    costBps === undefined ||
    profitBps === undefined ||
    listsOn === undefined
  )
    throw new Error(`the demerger ${row.id} has no terms`);
  const foundPrice = row.foundPaise === undefined ? {} : { foundPrice: asPrice(row.foundPaise) };
  const ratioOf = { a: first ?? 1, b: second ?? 1 };
  return { kind: 'demerger', ...ratioOf, costBps, into, business, profitBps, listsOn, ...cumPrice, ...foundPrice };
}

function toAction(row: ActionRow): CorporateAction {
  const { id, code, exDate, announcedOn, kind, first, second } = row;
  return { id, code, exDate, announcedOn, terms: readTerms() };

  function readTerms(): ActionTerms {
    if (kind === 'dividend') {
      // The table says that it is there.
      return { kind, perSharePaise: asPrice(row.perSharePaise ?? 0n), paysOn: row.paysOn ?? exDate };
    }
    const cumPrice = row.cumPaise === undefined ? {} : { cumPrice: asPrice(row.cumPaise) };
    const price = asPrice(row.pricePaise ?? 0n);
    const shares = Number(row.shares ?? 0n);
    if (kind === 'buyback') {
      const held = { small: Number(row.heldSmall ?? 0n), general: Number(row.heldGeneral ?? 0n) };
      return { kind, price, shares, held, ...cumPrice };
    }
    ratio(first ?? 0, second ?? 0); // the table says that they are there: this throws when it does not
    if (kind === 'rights') return { kind, a: first ?? 1, b: second ?? 1, price, shares, ...cumPrice };
    if (kind === 'demerger') return toDemerger(row, cumPrice);
    return kind === 'split'
      ? { kind, oldFace: first ?? 1, newFace: second ?? 1 }
      : { kind, a: first ?? 1, b: second ?? 1 };
  }
}

export const demergersUpTo = (
  db: Queryable,
  marketDate: Day,
): Promise<
  readonly {
    readonly id: string;
    /**
     * The market date that began it, and the one that listed it; null when that is the one asked for, or comes later.
     */
    readonly beganOn: string | undefined;
    readonly listedOn: string | undefined;
    /** Close and tick of the share before the ex-date. */
    readonly cumPaise: bigint | undefined;
    readonly cumTick: number | undefined;
    /** Whether the market has found what is left of the share. */
    readonly isFound: boolean;
  }[]
> =>
  db.query(
    'market.demergers_up_to',
    `SELECT x.id, x.began_on, x.listed_on, c.close_paise AS cum_paise, c.tick_paise AS cum_tick,
       EXISTS (SELECT FROM market.candle_day f WHERE f.code = x.code AND f.market_date = x.began_on AND f.open_paise IS NOT NULL) AS is_found
     FROM (
       SELECT a.*, (SELECT min(d.market_date) FROM market.day d WHERE d.market_date >= a.ex_date AND d.market_date < $1) AS began_on,
         (SELECT min(d.market_date) FROM market.day d WHERE d.market_date >= a.lists_on AND d.market_date < $1) AS listed_on
       FROM market.corporate_action a WHERE a.kind = 'demerger' AND a.ex_date <= $1
     ) x
     LEFT JOIN LATERAL (SELECT c.close_paise, c.tick_paise FROM market.candle_day c WHERE c.code = x.code AND c.market_date < x.ex_date
       ORDER BY c.market_date DESC LIMIT 1) c ON true
     ORDER BY x.ex_date, x.code`,
    [marketDate],
  );
