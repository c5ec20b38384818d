import { journalNews } from '#modules/orders/journal/news-store.ts';
import type { Trading } from './trading.ts';

/** News of a company that moves its price by a number of hundredths of a per cent. */
export async function hearNews({ deps, venue }: Trading, code: string, bps: number): Promise<void> {
  const news = { articleId: `${code} ${bps}`, code, about: 'order_lost', bps } as const;
  const seq = await deps.db.transaction((tx) => journalNews(tx, { ...news, at: deps.clock.now() }));
  venue.submit({ seq: Number(seq), kind: 'news', ...news });
}
