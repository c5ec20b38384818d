import type { OfferCommand } from '@khara/market-day';
import type { BegunDay } from '#modules/market/index.ts';
import type { Tx, Queryable } from '#src/ports/database.ts';
import { readCommands, signCommands } from './signed-commands.ts';

/* What is journalled for participants to hear: news of companies, and what offers pull. */

/** Journals that participants hear news; undefined when it is journalled already. */
export async function journalNews(
  tx: Tx,
  news: {
    readonly articleId: string;
    readonly code: string;
    readonly about: string;
    readonly bps: number;
    readonly at: number;
  },
): Promise<bigint | undefined> {
  if (await isNewsHeard(tx, news.articleId)) return undefined;
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.journal_news',
    `INSERT INTO trading.journal_command (kind, accepted_ms, code, article_id, about, bps) VALUES ('news', $1, $2, $3, $4, $5)
     RETURNING seq`,
    [news.at, news.code, news.articleId, news.about, news.bps],
  );
  if (row) await signCommands(tx, [row]);
  return row?.seq;
}

/** Whether a server has journalled news. */
export const isNewsHeard = (tx: Queryable, articleId: string): Promise<boolean> =>
  isJournalled(
    tx,
    tx.query<{ seq: bigint }>(
      'orders.news_of_article',
      `SELECT seq FROM trading.journal_command WHERE kind = 'news' AND article_id = $1`,
      [articleId],
    ),
  );

/** The step at which participants heard results, and how long their day was; undefined for other news and for none. */
export async function resultsHeard(db: Queryable, articleId: string): Promise<HeardResults | undefined> {
  const [row] = await db.query<HeardResults>(
    'orders.results_heard',
    `SELECT c.applied_step AS step, d.profile, d.steps FROM trading.journal_command c JOIN market.day d ON d.market_day = c.market_day
     WHERE c.kind = 'news' AND c.article_id = $1 AND c.about IN ('results_above', 'results_below')`,
    [articleId],
  );
  return row;
}
type HeardResults = Pick<BegunDay, 'profile' | 'steps'> & { readonly step: number };

/** Whether a server wrote one of these commands: another hand's keeps none out. */
const isJournalled = async (tx: Queryable, rows: Promise<readonly { readonly seq: bigint }[]>): Promise<boolean> => {
  const seqs = (await rows).map(({ seq }) => seq);
  return (await readCommands(tx, seqs)).length > 0;
};

/** Journals that an offer pulls a value; undefined when it is journalled already. */
export async function journalOffer(
  tx: Tx,
  offer: Omit<OfferCommand, 'seq' | 'kind'> & { readonly marketDate: string; readonly at: number },
): Promise<OfferCommand | undefined> {
  const { offeringId, about, code, bps, marketDate, at } = offer;
  const earlier = tx.query<{ seq: bigint }>(
    'orders.offers_of_date',
    `SELECT seq FROM trading.journal_command WHERE kind = 'offer' AND offering_id = $1 AND about = $2 AND on_date = $3`,
    [offeringId, about, marketDate],
  );
  if (await isJournalled(tx, earlier)) return undefined;
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.journal_offer',
    `INSERT INTO trading.journal_command (kind, accepted_ms, code, offering_id, about, bps, on_date) VALUES ('offer', $1, $2, $3, $4, $5, $6)
     RETURNING seq`,
    [at, code, offeringId, about, bps, marketDate],
  );
  if (row) await signCommands(tx, [row]);
  return row && { seq: Number(row.seq), kind: 'offer', offeringId, about, code, bps };
}

/**
 * Nothing that was settled is beyond the step that the market has reached: only a day that begins again
 * leaves such news and offers behind.
 */
/** Answers the articles of the news that is forgotten. */
export const forgetNews = async (tx: Queryable, marketDay: number, beyondStep: number): Promise<readonly string[]> => {
  const gone = await tx.query<{ articleId: string | undefined }>(
    'orders.forget_news',
    `DELETE FROM trading.journal_command WHERE kind IN ('news', 'offer') AND market_day = $1 AND applied_step > $2 RETURNING article_id`,
    [marketDay, beyondStep],
  );
  // A trigger that fired has fired: its command gets another place.
  await tx.query(
    'orders.replace_fires',
    `UPDATE trading.journal_command SET market_day = NULL, applied_step = NULL, applied_index = NULL
     WHERE kind = 'fire' AND market_day = $1 AND applied_step > $2`,
    [marketDay, beyondStep],
  );
  return gone.flatMap(({ articleId: id }) => id ?? []);
};
