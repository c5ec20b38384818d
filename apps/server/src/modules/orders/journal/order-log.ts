import { lineOf, pseudonymOf } from '@khara/market-day';
import type { Body, FileAnswer, RefusalsOf } from '@khara/contract';
import { keptDay } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { appliedCommands } from '../order-settlement-port.ts';

/**
 * The order log of a closed market day, for anybody: what the day depended on, every order, change and cancel
 * at its place, under pseudonyms of the day, and what the day's record in the public log says. Without a date
 * the newest. Refuses no_order_log: no such day has closed, or it is too long ago.
 */
export async function orderLog(
  { db }: Pick<Deps, 'db'>,
  { marketDate }: Body<'orderLog'>,
): Promise<Result<FileAnswer, RefusalsOf<'orderLog'>>> {
  const day = await keptDay(db, marketDate);
  if (!day) return refuse('no_order_log');
  const lines = [day.head];
  for (const { command, step, index } of await appliedCommands(db, day.marketDay, 0)) {
    if (step >= day.steps) break;
    const who = command.kind === 'place' ? pseudonymOf(day.seed, command.accountKey) : '';
    lines.push(JSON.stringify(lineOf(command, step, index, who)));
  }
  lines.push(JSON.stringify(day.closing), '');
  return done({
    name: `khara-orders-${day.marketDate}.jsonl`,
    type: 'application/x-ndjson',
    bytes: Buffer.from(lines.join('\n')),
  });
}
