import { MAX_ALERTS, MAX_WATCHED, MAX_WATCHLISTS, type Data, type Language } from '@khara/contract';
import { asPrice, priceText } from '@khara/money';
import { demergedNames } from '@khara/universe';
import {
  actionsAhead,
  type CorporateAction,
  type Demerger,
  type Watchlist,
  addList,
  dropList,
  fillList,
  readLists,
  renameList,
  type HolderOffer,
  instrumentName,
  isOffer,
  offerDates,
  pastActions,
  percentOfBps,
  shareFactor,
  type Watchlists,
} from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Instrument } from '#src/ports/market.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { idIn } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import * as alertStore from './alert-store.ts';
import { isMet, presentAlert, type AlertWatch } from './alerts.ts';
import { drawingHandlers } from './drawings.ts';

export type WatchingHandlerParts = {
  readonly alerts: AlertWatch;
  readonly watchlists: Watchlists;
};

/** Alerts on prices, watchlists beyond the first, drawings on charts, and what companies have announced. */
export const createWatchingHandlers = ({ alerts, watchlists }: WatchingHandlerParts) => ({
  ...createAlertHandlers(alerts),
  ...createWatchlistHandlers(watchlists),
  ...drawingHandlers,
  ...announcements,
});

function createAlertHandlers(alerts: AlertWatch) {
  return {
    alerts: async (deps, { member, language }, { code }) => {
      const found = await alertStore.listAlerts(deps.db, member.userId, code);
      return done({ list: found.map((alert) => presentAlert(deps, alert, language)) });
    },

    /** Refuses, in this order: unknown_code, tick_invalid, alert_already_met, too_many_alerts. */
    saveAlert: async (deps, { member, language }, { code, condition, price, label }) => {
      const instrument = deps.market.instrument(code);
      const quote = deps.market.quote(code);
      if (!instrument || !quote) return refuse('unknown_code', { field: 'code' });
      const limit = asPrice(price);
      if (limit % instrument.tick !== 0) return refuse('tick_invalid', { field: 'price' });
      if (isMet({ condition, price: limit }, quote.lastPrice)) return refuse('alert_already_met', { field: 'price' });
      const wanted = { userId: member.userId, code, condition, price: limit, label, createdAt: deps.clock.now() };
      const alert = await deps.db.transaction((tx) => alertStore.keepAlert(tx, wanted, MAX_ALERTS));
      if (!alert) return refuse('too_many_alerts');
      alerts.add(alert);
      return done(presentAlert(deps, alert, language));
    },

    /**
     * One that waits afterwards is checked as a new one. Refuses, in this order: not_found, tick_invalid,
     * alert_already_met, too_many_alerts.
     */
    changeAlert: async (deps, { member, language }, { id, condition, price, label, paused }) => {
      const number = idIn(id);
      const made = await deps.db.transaction(async (tx) => {
        const alert = number === undefined ? undefined : await alertStore.lockAlert(tx, member.userId, number);
        if (!alert) return refuse('not_found', { field: 'id' });
        const waits = paused === undefined ? alert.metAt === undefined && !alert.isPaused : !paused;
        const changed: alertStore.Alert = {
          ...alert,
          condition: condition ?? alert.condition,
          price: price === undefined ? alert.price : asPrice(price),
          label: label ?? alert.label,
          isPaused: !waits && alert.metAt === undefined,
          changedAt: deps.clock.now(),
          metAt: waits ? undefined : alert.metAt,
        };
        const { tick = 1 } = deps.market.instrument(alert.code) ?? {};
        if (changed.price % tick !== 0) return refuse('tick_invalid', { field: 'price' });
        const quote = deps.market.quote(alert.code);
        if (waits && quote && isMet(changed, quote.lastPrice)) return refuse('alert_already_met', { field: 'price' });
        const kept = await alertStore.changeAlert(tx, changed, MAX_ALERTS);
        return kept ? done({ ...kept, waits }) : refuse('too_many_alerts');
      });
      if (made.refused !== undefined) return made;
      alerts.remove(made.value.id);
      if (made.value.waits) alerts.add(made.value);
      return done(presentAlert(deps, made.value, language));
    },

    deleteAlert: async ({ db }, { member }, { id }) => {
      const number = idIn(id);
      if (number !== undefined) {
        await alertStore.dropAlert(db, member.userId, number);
        // Another member's alert stays in the database, and is read again with the next day; so only own ones
        // are forgotten here.
        const left = await alertStore.alertExists(db, number);
        if (!left) alerts.remove(number);
      }
      return done({ id });
    },
  } satisfies HandlersFor<'alerts' | 'saveAlert' | 'changeAlert' | 'deleteAlert'>;
}

/** The list that every member has: the star adds to it. */
const FIRST = 'first';
const presentWatchlist = (row: Watchlist) => ({ id: String(row.id), name: row.name, codes: [...row.codes] });

function createWatchlistHandlers(watchlists: Watchlists) {
  return {
    watchlists: async ({ db }, { member }) => {
      const [first, others] = await Promise.all([watchlists.of(member.userId), readLists(db, member.userId)]);
      return done({ list: [{ id: FIRST, name: null, codes: [...first] }, ...others.map(presentWatchlist)] });
    },

    saveWatchlist: async ({ db, clock }, { member }, { id, name }) => {
      const { userId } = member;
      if (id === undefined) {
        const added = await db.transaction((tx) => addList(tx, { userId, name, at: clock.now() }, MAX_WATCHLISTS - 1));
        if (added === 'taken') return refuse('watchlist_name_taken', { field: 'name' });
        return added === 'full' ? refuse('too_many_watchlists') : done(presentWatchlist(added));
      }
      const number = idIn(id);
      const renamed =
        number === undefined ? undefined : await db.transaction((tx) => renameList(tx, { userId, id: number, name }));
      if (renamed === 'taken') return refuse('watchlist_name_taken', { field: 'name' });
      return renamed ? done(presentWatchlist(renamed)) : refuse('unknown_watchlist');
    },

    deleteWatchlist: async ({ db }, { member }, { id }) => {
      if (id === FIRST) return refuse('unknown_watchlist');
      const number = idIn(id);
      if (number !== undefined) await dropList(db, member.userId, number);
      return done({ id });
    },

    saveWatchlistCodes: async ({ db, clock, market }, { member }, { id, codes: given }) => {
      const codes = [...new Set(given)];
      if (codes.some((code) => !market.instrument(code))) return refuse('unknown_code', { field: 'codes' });
      if (codes.length > MAX_WATCHED) return refuse('watchlist_full', { field: 'codes' });
      if (id === FIRST) {
        await watchlists.fill(member.userId, codes, clock.now());
        return done({ id, name: null, codes });
      }
      const number = idIn(id);
      const row = number === undefined ? undefined : await fillList(db, member.userId, number, codes);
      return row ? done(presentWatchlist(row)) : refuse('unknown_watchlist');
    },
  } satisfies HandlersFor<'watchlists' | 'saveWatchlist' | 'deleteWatchlist' | 'saveWatchlistCodes'>;
}

const announcements = {
  calendar: async (deps, { language }, { code }) => {
    const { marketDate } = deps.market.now();
    const [ahead, past] = await Promise.all([
      actionsAhead(deps.db, marketDate),
      code === undefined ? [] : pastActions(deps.db, marketDate, code),
    ]);
    const shown = [...ahead.filter((action) => code === undefined || action.code === code), ...past];
    return done({ list: shown.map((action) => presentCorporateAction(deps, action, marketDate, language)) });
  },
} satisfies HandlersFor<'calendar'>;

function presentCorporateAction(
  { market }: Pick<Deps, 'market'>,
  action: CorporateAction,
  marketDate: string,
  language: Language,
): Data<'calendar'>['list'][number] {
  const { id, code, exDate, announcedOn, terms } = action;
  const instrument = market.instrument(code);
  const { numerator, denominator } = shareFactor(terms);
  return {
    id,
    code,
    name: instrument ? instrumentName(instrument, language) : code,
    kind: terms.kind,
    exDate,
    announcedOn,
    perShare: terms.kind === 'dividend' ? priceText(terms.perSharePaise) : null,
    paysOn: terms.kind === 'dividend' ? terms.paysOn : null,
    factor:
      terms.kind === 'split' || terms.kind === 'bonus' || terms.kind === 'rights' ? [numerator, denominator] : null,
    bonus: terms.kind === 'bonus' ? [terms.a, terms.b] : null,
    offer: isOffer(action) ? presentOffer(action) : null,
    demerger: terms.kind === 'demerger' ? presentDemerger(terms, instrument, language) : null,
    past: exDate <= marketDate,
  };
}

const presentDemerger = (terms: Demerger, parent: Instrument | undefined, language: Language) => ({
  into: terms.into,
  name: parent?.issuer ? demergedNames(parent.issuer, terms)[language] : terms.into,
  ratio: [terms.a, terms.b] as [number, number],
  costPercent: percentOfBps(terms.costBps),
  profitPercent: percentOfBps(terms.profitBps),
  listsOn: terms.listsOn,
});

const presentOffer = ({ exDate, terms }: HolderOffer) => {
  const { opensOn, closesOn } = offerDates({ exDate, terms });
  const ratio: [number, number] | null = terms.kind === 'rights' ? [terms.a, terms.b] : null;
  return { price: priceText(terms.price), ratio, opensOn, closesOn };
};
