import { fixedBandPercent } from '@khara/market-day';
import { priceText } from '@khara/money';
import { announce, notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { ownersAndWatchers } from './audience-store.ts';

type Reached = Pick<NoticeToSend, 'key' | 'params' | 'link'> & { readonly code: string; readonly about: string };

/**
 * Notifies those who own or watch a share that it has come to a limit of its fixed band, once a market day and limit.
 * Bands that flex have no circuit. Answers what to run again and again: it reads the database only when a
 * share has come to a limit. Two servers may do it: a notice is written once.
 */
export function watchCircuits(deps: Pick<Deps, 'db' | 'market' | 'clock' | 'pushes'>): () => Promise<void> {
  let date: string | undefined;
  let told = new Set<string>();
  return async () => {
    const { marketDate } = deps.market.now();
    if (marketDate !== date) told = new Set();
    date = marketDate;
    const reached = reachedLimits(deps, marketDate).filter(({ about }) => !told.has(about));
    if (reached.length === 0) return;
    const at = deps.clock.now();
    const sent = await deps.db.transaction(async (tx) => {
      const users = await ownersAndWatchers(
        tx,
        reached.map(({ code }) => code),
      );
      const byCode = Map.groupBy(users, ({ code }) => code);
      return notifyAll(
        tx,
        reached.flatMap(({ code, ...notice }) =>
          (byCode.get(code) ?? []).map(({ userId }) => ({ ...notice, userId, category: 'system', at }) as const),
        ),
      );
    });
    for (const { about } of reached) told.add(about);
    announce(deps, ...sent);
  };
}

/** Limits that trades of the day have reached, of shares that trade now. The closing auction has a band of its own. */
const reachedLimits = ({ market }: Pick<Deps, 'market'>, marketDate: string): readonly Reached[] =>
  market.instruments().flatMap(({ code, issuer, tradable }): readonly Reached[] => {
    if (!issuer || !tradable || market.phase(code) !== 'continuous') return [];
    const percent = fixedBandPercent(issuer, marketDate);
    const quote = market.quote(code);
    if (percent === undefined || quote?.highPrice === undefined || quote.lowPrice === undefined) return [];
    const { highPrice, lowPrice, bandHigh, bandLow } = quote;
    const notice = (side: 'lower' | 'upper', limit: number): Reached => ({
      code,
      key: side === 'lower' ? 'circuitLower' : 'circuitUpper',
      params: { code, price: priceText(limit), percent },
      link: `/pages/market/details?code=${code}`,
      about: `circuit:${code} ${side} ${marketDate}`,
    });
    return [
      ...(lowPrice <= bandLow ? [notice('lower', bandLow)] : []),
      ...(highPrice >= bandHigh ? [notice('upper', bandHigh)] : []),
    ];
  });
