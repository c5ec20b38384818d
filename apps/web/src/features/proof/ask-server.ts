import type { StatementSource } from '@khara/proof';
import type { CallName, Data, Payload } from '@khara/contract';
import { call } from '#api/client.ts';
import { CallFailed } from '#api/failure.ts';

/** An entry is under a checkpoint within two seconds; a server that was just started needs a little more. */
const WAITS_MS = [700, 1000, 1500, 2000, 3000, 4000];

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks, and asks again while the server says that it has no answer yet. */
async function answerOf<N extends CallName>(name: N, payload: Payload<N>): Promise<Data<N>> {
  for (const wait of [...WAITS_MS, 0]) {
    const result = await call(name, payload);
    if (result.ok) return result.data;
    if (result.code !== 503 || wait === 0) throw new CallFailed(result);
    await rest(wait);
  }
  throw new Error('unreachable: the last turn answers or throws');
}

/** What the checks ask the server for. */
export async function statementFromServer(): Promise<StatementSource> {
  const { statementSource } = await import('@khara/proof');
  return statementSource({
    accountChain: (payload) => answerOf('accountChain', payload),
    bill: (payload) => answerOf('bill', payload),
    entryProof: (payload) => answerOf('entryProof', payload),
    logCheckpoint: async (payload) => {
      const result = await call('logCheckpoint', payload);
      if (result.ok) return result.data;
      // A log that is shorter than the size that was asked for: the check says so by the newest checkpoint.
      if (result.reason === 'invalid_input') return answerOf('logCheckpoint', {});
      return answerOf('logCheckpoint', payload);
    },
  });
}
