import type { Data } from '@khara/contract';
import { type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { detailsHref } from '#features/quotes/quote.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Tabs } from '#ui/choice.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Read by those who choose it. */
const CompanyPanel = lazyPart(() => import('#features/company/company-panel.tsx'));
const ShareNews = lazyPart(() => import('#features/articles/share-news.tsx'));

const asTab = (text: string | null) => (text === 'company' || text === 'news' ? text : 'trading');

type Parts = {
  /** Trading, Company or News; none for an index or a fund, which publish no accounts. */
  readonly tabs?: ReactNode;
  /** What stands in the place of trading, where another tab is chosen. */
  readonly other?: ReactNode;
};

/** The tabs of a share's page, which the address has. Needs the namespace `stock`. */
export function useShareTabs(stock: Data<'marketDetail'> | undefined): Parts {
  const { t } = useTranslation('stock');
  const [query, change] = usePageQuery();
  if (stock?.kind !== 'share' || stock.fund) return {};
  const tab = asTab(query.get('tab'));
  return {
    tabs: (
      <Tabs
        label={t('tabs.label')}
        value={tab}
        hrefOf={(value) => detailsHref(stock.code) + (value === 'trading' ? '' : `&tab=${value}`)}
        onSelect={(value) => change({ tab: value === 'trading' ? undefined : value })}
        items={[
          { value: 'trading', label: t('tabs.trading') },
          { value: 'company', label: t('tabs.company'), shortcut: 'C' },
          { value: 'news', label: t('tabs.news') },
        ]}
      />
    ),
    ...(tab === 'company' && {
      other: <CompanyPanel wait={<SkeletonRows rows={8} />} key={stock.code} stock={stock} />,
    }),
    ...(tab === 'news' && {
      other: <ShareNews wait={<SkeletonRows rows={6} />} key={stock.code} code={stock.code} />,
    }),
  };
}
