import { buybackDates, nextRegularDay, rightsDates } from '@khara/rules';
import { certifyNode, sealLog } from '#modules/ledger/index.ts';
import type { ActionTerms } from '#modules/market/index.ts';
import { announceInstead } from './ex-dates.ts';
import type { BackOffice } from './back-office.ts';
import { LOG_KEY, NODE_KEY, TestClock } from './deps.ts';
import { newPayee } from './lived.ts';
import { newTrader, openTrading } from './trading.ts';
import { seedWithout } from './undelivered.ts';

/*
 * A second installation that has lived, through the product's own doors: a rights issue, a buyback, and a purchase
 * that was not delivered, sold in part and closed out in part. An offer takes eleven market days; the other one
 * has three.
 */

const [ISSUES, BUYS, SHORT] = ['ACHALGARH', 'ALANKRITI', 'AAMRAI'] as const;
/** On the second of the days. */
const DUE = { marketDay: 1, date: '2026-11-23' } as const;

/** Lives in the database of a back office, and seals everything. */
export async function liveOffers(office: BackOffice): Promise<void> {
  const { database } = office;
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  const payees = [await newPayee(office), await newPayee(office)];
  const trading = await openTrading(database.app, {
    daySeconds: '10',
    seed: seedWithout({ code: SHORT, accountKey: 1, ...DUE, isFound: false }),
  });
  const { deps } = trading;
  const [holder, sleeper] = payees.map(({ userId }, at) =>
    newTrader(trading, {
      userId,
      accountKey: at + 1,
      sessionId: userId,
      tokenHash: '',
      deviceOnly: false,
      transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
    }),
  );
  const day = () => deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => day() === marketDate && deps.market.phase(SHORT) === 'continuous');
  const buy = (member: typeof holder, code: string, quantity: number) =>
    member!.buy({ quantity, ...trading.atAnyPrice(code, 'buy') });
  await until(day());
  for (const member of [holder, sleeper]) await buy(member, ISSUES, 11);
  await buy(holder, BUYS, 9);
  await buy(holder, SHORT, 10);
  await until(DUE.date);
  await holder!.sell({ code: SHORT, quantity: 7 });

  const exDate = nextRegularDay(day());
  const priceOf = (code: string, percent: number) =>
    Math.ceil((trading.quote(code).previousClose * percent) / 10_000) * 100;
  const terms: readonly (readonly [code: string, terms: ActionTerms])[] = [
    [ISSUES, { kind: 'rights', a: 1, b: 5, price: priceOf(ISSUES, 75), shares: 200_000 }],
    [BUYS, { kind: 'buyback', price: priceOf(BUYS, 112), shares: 20_000, held: { small: 10_000, general: 990_000 } }],
  ];
  const actions = terms.map(([code, of]) => ({ id: `${code}-${exDate}`, code, exDate, announcedOn: day(), terms: of }));
  await announceInstead(database, exDate, actions, 1);
  const take = async (code: string, shares: number, additional = 0) => {
    const asked = { id: `${code}-${exDate}`, shares, additional, requestId: code, transactionPassword: undefined };
    const { refused } = await trading.handlers.takeHolderOffer(deps, holder!.caller, asked);
    if (refused !== undefined) throw new Error(`the offer of ${code} was not taken: ${refused}`);
  };
  await until(rightsDates(exDate).opensOn);
  await take(ISSUES, 2, 3);
  await until(buybackDates(exDate).opensOn);
  await take(BUYS, 9);
  await until(buybackDates(exDate).settledOn);
  // One more day is closed, so that all of it is of days whose seeds are public.
  await until(nextRegularDay(day()));
  await trading.venue.stop();
  await office.ownClock();
  const clock = new TestClock();
  clock.advance(60 * 60_000);
  await sealLog({ db: database.app, clock, keys: office.deps.keys });
}
