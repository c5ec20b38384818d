import { crores } from '#modules/companies/index.ts';
import { notifyAll, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { ToldResults } from '#src/ports/exchange.ts';
import { ownersAndWatchers } from './audience-store.ts';

/**
 * Notifies those who own or watch a share of its company's results, with the article that says them. Safe to repeat.
 * What to announce after the commit is answered.
 */
export async function notifyOfResults(
  tx: Tx,
  code: string,
  { results, articleId, at }: { readonly results: ToldResults; readonly articleId: string; readonly at: number },
): Promise<readonly SentNotice[]> {
  const { quarter, profitAndLoss, expected } = results;
  const users = await ownersAndWatchers(tx, [code]);
  return notifyAll(
    tx,
    users.map(({ userId }) => ({
      userId,
      category: 'system',
      key: 'resultsOut',
      params: { code, quarter, profit: crores(profitAndLoss.profit), expected: crores(expected.profit) },
      link: `/pages/news/details?id=${articleId}`,
      about: `results:${articleId}`,
      at,
    })),
  );
}
