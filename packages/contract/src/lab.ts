import * as z from 'zod/mini';
import { call } from './call.ts';
import { FileAnswer } from './file.ts';
import { RecordProof } from './capital.ts';
import { MarketDate, StockCode } from './wire.ts';

/** What the Day Lab asks for. The app's first load does not have these calls: only the Lab's worker makes them. */
export const labCalls = {
  closedDays: call({
    path: '/app/market/closedDays',
    method: 'POST',
    access: 'guest',
    doc: 'Closed market days whose order log is kept, the newest first, and the market day that runs.',
    body: {},
    data: z.object({
      /** `version` goes into the address of its log, so that no cache gives the log of another market. */
      days: z.array(z.object({ marketDate: z.string(), version: z.string() })),
      running: z.string(),
    }),
    refusals: [],
    specified: false,
  }),
  dayLog: call({
    path: '/app/market/dayLog',
    method: 'GET',
    access: 'guest',
    doc: 'The order log of a closed market day, as `orderLog` has it; with `code` what the day of one share needs of it, with a second line that names the share and the range of KHARA 50. It never changes, and caches may keep it.',
    body: { marketDate: MarketDate, code: z.optional(StockCode), version: z.optional(z.string()) },
    data: FileAnswer,
    refusals: ['no_order_log', 'unknown_code'],
    answersFile: true,
    specified: false,
  }),
  dayProof: call({
    path: '/app/market/dayProof',
    method: 'POST',
    access: 'guest',
    doc: 'The record of the closing of a market day in the signed log, or of its opening, with its proof; null until a checkpoint covers it.',
    body: { marketDate: MarketDate, session: z.optional(z.enum(['opening', 'closing'])) },
    data: z.object({
      record: z.nullable(RecordProof),
      log: z.object({ name: z.string(), publicKey: z.string() }),
    }),
    refusals: ['no_order_log'],
    specified: false,
  }),
};
