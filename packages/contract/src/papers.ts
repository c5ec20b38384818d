import * as z from 'zod/mini';
import { call } from './call.ts';
import { FileAnswer } from './file.ts';
import { Count, MarketDate } from './wire.ts';

/** The papers of a closed market day, in the order of their page. */
export const DAY_PAPERS = ['bhavcopy', 'delivery', 'bulk_deals', 'block_deals', 'year_range'] as const;
export type DayPaper = (typeof DAY_PAPERS)[number];

export const paperCalls = {
  dayPapers: call({
    path: '/app/market/dayPapers',
    method: 'POST',
    access: 'guest',
    doc: 'The papers of a closed market day (the newest without a date): bhavcopy, delivery position, bulk deals, block deals, highs and lows of 52 weeks, each with its number of lines and the SHA-256 of its file. `days` are the dates that have papers, the newest first; `running` is the market day that runs, which has none yet.',
    body: { marketDate: z.optional(MarketDate) },
    data: z.object({
      /** Null before the first day has closed. */
      marketDate: z.nullable(z.string()),
      papers: z.array(z.object({ paper: z.enum(DAY_PAPERS), rows: Count, bytes: Count, sha256: z.string() })),
      days: z.array(z.string()),
      running: z.string(),
    }),
    refusals: ['no_day_papers'],
    specified: false,
  }),
  dayPaper: call({
    path: '/app/market/dayPaper',
    method: 'GET',
    access: 'guest',
    doc: "A paper of a closed market day as a CSV file with one header line. The bhavcopy has the 34 columns of UDiFF; deals name clients by their pseudonyms of the day, as the order log does. It never changes, and caches may keep it: give `version` (its SHA-256) so that no cache answers with another market's.",
    body: {
      marketDate: MarketDate,
      paper: z.enum(DAY_PAPERS, { error: 'invalid_input' }),
      version: z.optional(z.string({ error: 'invalid_input' }).check(z.maxLength(64, { error: 'invalid_input' }))),
    },
    data: FileAnswer,
    refusals: ['no_day_papers', 'invalid_input'],
    answersFile: true,
    specified: false,
  }),
};
