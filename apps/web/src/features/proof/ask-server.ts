import type { ClaimSource, StatementSource } from '@khara/proof';
import type { CallName, Data, Payload } from '@khara/contract';
import { call } from '#api/client.ts';
import { CallFailed, type Result } from '#api/failure.ts';
import { whoIsSignedIn } from '#api/session.ts';

/** An entry is under a checkpoint within two seconds; a server that was just started needs a little more. */
const WAITS_MS = [700, 1000, 1500, 2000, 3000, 4000];

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks, and asks again while the server says that it has no answer yet. */
async function askPatiently<N extends CallName>(name: N, payload: Payload<N>): Promise<Result<Data<N>>> {
  let result = await call(name, payload);
  for (const wait of WAITS_MS) {
    if (result.ok || result.code !== 503) break;
    await rest(wait);
    result = await call(name, payload);
  }
  return result;
}

async function askAnswer<N extends CallName>(name: N, payload: Payload<N>): Promise<Data<N>> {
  const result = await askPatiently(name, payload);
  if (result.ok) return result.data;
  throw new CallFailed(result);
}

async function checkpoint(payload: Payload<'logCheckpoint'>): Promise<Data<'logCheckpoint'>> {
  const result = await call('logCheckpoint', payload);
  if (result.ok) return result.data;
  // A log that is shorter than the size that was asked for: the check says so by the newest checkpoint.
  if (result.reason === 'invalid_input') return askAnswer('logCheckpoint', {});
  return askAnswer('logCheckpoint', payload);
}

/**
 * What following the log and claiming receipts ask for. A receipt is claimed by its owner's session only: to
 * any other its entry is unknown.
 */
export const logFromServer = (owner: string): ClaimSource => ({
  checkpoint: (fromSize) => checkpoint(fromSize === undefined ? {} : { fromSize }),
  claim: async (uid) => {
    const result = await askPatiently('entryProof', { id: uid });
    if (whoIsSignedIn() !== owner) throw new Error('Another member has signed in');
    if (result.ok) return result.data;
    if (result.reason === 'not_found') return 'unknown';
    if (result.code !== 503) throw new CallFailed(result);
    await askAnswer('logCheckpoint', {}); // the server is there, and its log
    return 'waiting';
  },
  nodeKey: async (key) => {
    const result = await askPatiently('nodeKey', { key });
    if (result.ok) return result.data;
    if (result.reason === 'not_found') return 'unknown';
    throw new CallFailed(result);
  },
});

/** What the checks ask the server for. */
export async function statementFromServer(): Promise<StatementSource> {
  const { statementSource } = await import('@khara/proof');
  return statementSource({
    accountChain: (payload) => askAnswer('accountChain', payload),
    bill: (payload) => askAnswer('bill', payload),
    entryProof: (payload) => askAnswer('entryProof', payload),
    logCheckpoint: checkpoint,
  });
}
