import { fixedBandPercent, issuerSeries, surveillanceStage } from '@khara/market-day';
import { isTradeForTrade, stageName } from '@khara/rules';
import type { Issuer } from '@khara/universe';
import { percentOfBps } from '#modules/market/index.ts';
import { announce, notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { ownersAndWatchers } from './audience-store.ts';

/**
 * Notifies those who own or watch a share whose stage of surveillance begins or ends with the market day, of what is
 * otherwise from now on (decision 13). Safe to repeat.
 */
export async function notifyOfStages(
  deps: Pick<Deps, 'db' | 'market' | 'clock' | 'pushes'>,
  { marketDay, marketDate }: { readonly marketDay: number; readonly marketDate: string },
): Promise<void> {
  const { market } = deps;
  const changed = market
    .instruments()
    .flatMap(({ issuer }) => (issuer?.surveillance?.since === marketDay && !issuer.suspended ? [issuer] : []));
  if (changed.length === 0) return;
  const at = deps.clock.now();
  const texts = new Map(
    changed.map((issuer) => [
      issuer.code,
      stageText(issuer, marketDate, market.margin(issuer.code)?.rateBps ?? 10_000),
    ]),
  );
  const users = await ownersAndWatchers(deps.db, [...texts.keys()]);
  const notices = users.flatMap(({ userId, code }): readonly NoticeToSend[] => {
    const text = texts.get(code);
    if (!text) return [];
    const link = `/pages/market/details?code=${code}`;
    return [{ ...text, userId, category: 'system', link, about: `stage:${code} ${marketDate}`, at }];
  });
  announce(deps, ...(await notifyAll(deps.db, notices)));
}

/** What is otherwise from the market date on. */
function stageText(issuer: Issuer, marketDate: string, rateBps: number): Pick<NoticeToSend, 'key' | 'params'> {
  const { code } = issuer;
  const stage = surveillanceStage(issuer);
  const params = { code, percent: fixedBandPercent(issuer, marketDate) ?? 0, margin: percentOfBps(rateBps) };
  if (stage === undefined) return { key: 'stageEnded', params };
  const key = isTradeForTrade(issuerSeries(issuer, marketDate)) ? 'stageTradeForTrade' : 'stageBegan';
  return { key, params: { ...params, stage: stageName(stage) } };
}
