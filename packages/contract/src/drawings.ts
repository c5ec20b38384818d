import * as z from 'zod/mini';
import { call } from './call.ts';
import { countPoints, DRAWING_TOOLS, MAX_DRAWINGS, MAX_DRAWN_INSTANT, MAX_DRAWN_PAISE } from './drawing-words.ts';
import { Count, Instant, listIn, Price, PriceIn, StockCode, Whole } from './wire.ts';

/** A market instant. */
const InstantIn = Whole.check(z.refine((at) => at >= 0 && at <= MAX_DRAWN_INSTANT, { error: 'invalid_input' }));
const DrawnPrice = PriceIn.check(z.refine((price) => price <= MAX_DRAWN_PAISE, { error: 'price_invalid' }));
const DrawingIn = z
  .object(
    {
      tool: z.enum(DRAWING_TOOLS, { error: 'invalid_input' }),
      points: z.array(z.object({ t: InstantIn, price: DrawnPrice }, { error: 'invalid_input' }), {
        error: 'invalid_input',
      }),
    },
    { error: 'invalid_input' },
  )
  .check(z.refine(({ tool, points }) => points.length === countPoints(tool), { error: 'invalid_input' }));

/** What a member has drawn on a share. */
const ShareDrawings = z.object({
  code: z.string(),
  /** Of the last write; 0 before the first. */
  revision: Count,
  /** Up to which of the `adjustments` of its candles the prices have been divided; 0 for none. */
  adjustedUntil: Instant,
  /** Each by its points, which are times and prices of the chart. */
  list: z.array(z.object({ tool: z.enum(DRAWING_TOOLS), points: z.array(z.object({ t: Instant, price: Price })) })),
});

export const drawingCalls = {
  drawings: call({
    path: '/app/market/drawings',
    method: 'POST',
    access: 'member',
    doc: 'Own drawings on the chart of a share, in the order in which they were drawn.',
    body: { code: StockCode },
    data: ShareDrawings,
    refusals: ['unknown_code'],
    specified: false,
  }),
  saveDrawings: call({
    path: '/app/market/saveDrawings',
    method: 'POST',
    access: 'member',
    doc: 'Keeps what is drawn on a share in the place of what was: 50 drawings at most, by times and prices alone. Each write gets the next revision, and the last one wins.',
    body: {
      code: StockCode,
      adjustedUntil: InstantIn,
      list: listIn(
        z
          .array(DrawingIn, { error: 'invalid_input' })
          .check(z.maxLength(MAX_DRAWINGS, { error: 'too_many_drawings', abort: true })),
      ),
    },
    data: ShareDrawings,
    refusals: ['invalid_input', 'price_required', 'price_invalid', 'too_many_drawings', 'unknown_code', 'try_later'],
    specified: false,
  }),
};
