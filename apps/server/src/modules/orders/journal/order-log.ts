import { BREAKER_INDEX, instantOfStep, planWith, toOrderLine, shareFilter, type ShareLine } from '@khara/market-day';
import type { Body, Data, FileAnswer, RefusalsOf } from '@khara/contract';
import { newsId } from '#modules/articles/index.ts';
import { logKeyNow } from '#modules/ledger/index.ts';
import { keptDay, keptDays, sessionProof, readRange, type ClosedDay, type KeptDay } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { logNames } from '#src/security/log-names.ts';
import { appliedCommands } from './command-store.ts';
import { resultsHeard } from './news-store.ts';

/**
 * The order log of a closed market day, open to the public: what the day depended on, every order, change and cancel
 * at its place, under pseudonyms of the day, and what the day's record in the public log says. Without a date
 * the newest. Refuses no_order_log: no such day has closed, or it is too long ago.
 */
export async function orderLog(
  deps: Pick<Deps, 'db' | 'keys'>,
  { marketDate }: Body<'orderLog'>,
): Promise<Result<FileAnswer, RefusalsOf<'orderLog'>>> {
  const day = await keptDay(deps.db, marketDate);
  if (!day) return refuse('no_order_log');
  return done(toFile(day, await commandLines(deps, day), `khara-orders-${day.marketDate}.jsonl`));
}

/**
 * The same, and what the day of one share needs of it. Caches keep what was asked for with the version that
 * `closedDays` gave. Refuses, in this order: no_order_log (also of another version), unknown_code (not of
 * that day).
 */
export async function dayLog(
  deps: Pick<Deps, 'db' | 'keys'>,
  { marketDate, code, version }: Body<'dayLog'>,
): Promise<Result<FileAnswer, RefusalsOf<'dayLog'>>> {
  const day = await keptDay(deps.db, marketDate);
  if (!day) return refuse('no_order_log');
  const isLasting = version !== undefined;
  if (isLasting && version !== dayVersion(day)) return refuse('no_order_log', { field: 'version' });
  if (code === undefined)
    return done({ ...toFile(day, await commandLines(deps, day), `khara-orders-${day.marketDate}.jsonl`), isLasting });
  if (!day.issuers.some((issuer) => issuer.code === code)) return refuse('unknown_code', { field: 'code' });
  const about: ShareLine = { share: code, index: await readRange(deps.db, BREAKER_INDEX, day.marketDate) };
  const lines = [JSON.stringify(about), ...(await commandLines(deps, day, shareFilter(code)))];
  return done({ ...toFile(day, lines, `khara-orders-${day.marketDate}-${code}.jsonl`), isLasting });
}

/** Another market's day of the same date closed at another instant. */
const dayVersion = ({ closedAt }: ClosedDay): string => closedAt.toString(36);

/** The closed days that can be played again. */
export async function closedDays({
  db,
  market,
}: Pick<Deps, 'db' | 'market'>): Promise<Result<Data<'closedDays'>, RefusalsOf<'closedDays'>>> {
  const days = await keptDays(db);
  return done({
    days: days.map((day) => ({ marketDate: day.marketDate, version: dayVersion(day) })),
    running: market.now().marketDate,
  });
}

/** What the signed log says of a closed day, or of how one began, with its proof. Refuses no_order_log. */
export async function dayProof(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { marketDate, session = 'closing' }: Body<'dayProof'>,
): Promise<Result<Data<'dayProof'>, RefusalsOf<'dayProof'>>> {
  if (session === 'closing') {
    const days = await keptDays(db);
    if (!days.some((day) => day.marketDate === marketDate)) return refuse('no_order_log');
  }
  return done({ record: await sessionProof(db, marketDate, session), log: await logKeyNow(db, keys.log) });
}

/** When results were heard, and whether their day can be relived. Refuses unknown_code. */
export async function resultDay(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  { code, marketDate }: Body<'resultDay'>,
): Promise<Result<Data<'resultDay'>, RefusalsOf<'resultDay'>>> {
  if (!market.instrument(code)) return refuse('unknown_code');
  const [days, heard] = await Promise.all([keptDays(db), resultsHeard(db, newsId(marketDate, code))]);
  const at = heard ? instantOfStep(planWith(heard.profile, heard.steps), marketDate, heard.step) : null;
  return done({ at, isKept: days.some((day) => day.marketDate === marketDate) });
}

async function commandLines(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  day: KeptDay,
  isWanted: ReturnType<typeof shareFilter> = () => true,
): Promise<readonly string[]> {
  const names = logNames(keys, day.marketDate);
  const lines: string[] = [];
  for (const { command, step, index } of await appliedCommands(db, day.marketDay, 0)) {
    if (step >= day.steps) break;
    if (!isWanted(command)) continue;
    lines.push(JSON.stringify(toOrderLine(command, step, index, names)));
  }
  return lines;
}

const toFile = ({ head, closing }: KeptDay, lines: readonly string[], name: string): FileAnswer => ({
  name,
  type: 'application/x-ndjson',
  bytes: Buffer.from([head, ...lines, JSON.stringify(closing), ''].join('\n')),
});
