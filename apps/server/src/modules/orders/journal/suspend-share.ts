import type { SuspendCommand } from '@khara/market-day';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { signCommands } from './signed-commands.ts';

type Refusal = 'unknown_code' | 'not_tradable';

/**
 * Refuses: unknown_code (an index is no share), not_tradable (it is suspended already; when the day is over
 * one may suspend it for the next).
 */
export function whyNotSuspended({ market }: Pick<Deps, 'market'>, code: string): Refusal | undefined {
  const instrument = market.instrument(code);
  if (instrument?.kind !== 'share') return 'unknown_code';
  return instrument.tradable || market.now().session === 'closed' ? undefined : 'not_tradable';
}

/**
 * Journals that two people suspend a share, in the transaction that carries their request out; what is
 * answered hands it over to the exchange and is to be called after the commit. When that is lost, it is
 * handed over like any command that was forgotten.
 */
export async function suspendShare(
  tx: Tx,
  deps: Pick<Deps, 'market' | 'venue' | 'clock'>,
  { code, requestId }: Pick<SuspendCommand, 'code' | 'requestId'>,
): Promise<Result<() => void, Refusal>> {
  const reason = whyNotSuspended(deps, code);
  if (reason) return refuse(reason);
  const seq = await journalSuspension(tx, { code, requestId, at: deps.clock.now() });
  return done(() => deps.venue.submit({ seq: Number(seq), kind: 'suspend', requestId, code }));
}

async function journalSuspension(
  tx: Queryable,
  { code, requestId, at }: { readonly code: string; readonly requestId: string; readonly at: number },
): Promise<bigint> {
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.journal_suspension',
    `INSERT INTO trading.journal_command (kind, accepted_ms, code, request_id) VALUES ('suspend', $1, $2, $3) RETURNING seq`,
    [at, code, BigInt(requestId)],
  );
  await signCommands(tx, [row!]); // an insert answers its row
  return row!.seq;
}
