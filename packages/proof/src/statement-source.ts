import type { CheckpointAnswer } from './known-log.ts';
import type { ChainPart, InclusionAnswer, BillLine, StatementSource } from './statement.ts';

/**
 * The server's calls that a statement is computed from, by their names in the call table. Each throws when
 * there is no answer.
 */
export type StatementCalls = {
  readonly accountChain: (payload: {
    readonly asset: string;
    readonly code: number;
    readonly afterSeq: number;
    readonly size: number;
  }) => Promise<ChainPart>;
  readonly bill: (payload: {
    readonly currency: 'INR' | 'USDT';
    readonly size: number;
    readonly cursor?: string;
  }) => Promise<{
    readonly list: readonly BillAnswer[];
    readonly nextCursor: string | null;
  }>;
  /** Asks again while the entry is not yet under a checkpoint. */
  readonly entryProof: (payload: { readonly id: string }) => Promise<InclusionAnswer>;
  /** Asks without `fromSize` when the server refuses it. */
  readonly logCheckpoint: (payload: { readonly fromSize?: number }) => Promise<CheckpointAnswer>;
};

type BillAnswer = {
  readonly id: string;
  readonly currency: string;
  readonly changedAmount: string;
  readonly before: string;
  readonly after: string;
  readonly at: number;
};

/** The most that one answer holds. */
const CHAIN_SIZE = 200;
const BILL_SIZE = 100;

export const statementSource = (calls: StatementCalls): StatementSource => ({
  chain: ({ asset, code }, afterSeq) => calls.accountChain({ asset, code, afterSeq, size: CHAIN_SIZE }),
  bill: async (asset) => {
    const lines: BillLine[] = [];
    const currency = asset === 'USDT' ? 'USDT' : 'INR';
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await calls.bill({ currency, size: BILL_SIZE, ...(cursor !== undefined && { cursor }) });
      lines.push(...page.list.map(billLine));
      cursor = page.nextCursor;
    }
    return lines;
  },
  proof: (id) => calls.entryProof({ id }),
  checkpoint: (fromSize) => calls.logCheckpoint(fromSize === undefined ? {} : { fromSize }),
});

const billLine = ({ id, currency, changedAmount, before, after, at }: BillAnswer): BillLine => ({
  id,
  asset: currency,
  amount: units(changedAmount),
  before: units(before),
  after: units(after),
  at,
});

/** Minor units of an amount as it travels: always with all the decimals of its currency. */
const units = (text: string): bigint => BigInt(text.replace('.', ''));
