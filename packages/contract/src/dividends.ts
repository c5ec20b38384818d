import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Id, Instant, Money, StockCode } from './wire.ts';

/** A call of pages that are opened later. */
export const dividendCalls = {
  dividends: call({
    path: '/app/capital/dividends',
    method: 'POST',
    access: 'member',
    doc: 'Own dividends: those to come, the next first, then the last fifty that were paid, newest first. The shares are those held at the close before the ex-date, also when they were sold since. The tax is what is deducted at source.',
    body: { code: z.optional(StockCode) },
    data: z.object({
      /** What is to come, after the tax. */
      toCome: Money,
      list: z.array(
        z.object({
          id: Id,
          code: z.string(),
          name: z.string(),
          exDate: z.string(),
          paysOn: z.string(),
          quantity: Count,
          gross: Money,
          tax: Money,
          net: Money,
          /** When it reached the wallet; null while it is to come. */
          paidAt: z.nullable(Instant),
        }),
      ),
    }),
    refusals: [],
    specified: false,
  }),
};
