import type { Data } from '@khara/contract';
import { queryClient } from '#api/client.ts';
import { queryKey } from '#api/query-keys.ts';
import { isIndex, type Quote } from './quote.ts';

type Page = Data<'marketList'>;

/**
 * A share as the lists that were seen have it, the newest: what stands on its page while the page's own answer comes,
 * so that row and page are one. Undefined of an index, and of a share that no list had.
 */
export function knownQuote(code: string): Quote | undefined {
  const seen = queryClient.getQueriesData<Page | { readonly pages: readonly Page[] }>({
    queryKey: queryKey('marketList'),
  });
  return seen
    .flatMap(([, data]) => (data === undefined ? [] : 'pages' in data ? data.pages : [data]))
    .flatMap(({ list }) => list.filter((quote) => quote.code === code && !isIndex(quote)))
    .toSorted((a, b) => b.at - a.at)[0];
}
