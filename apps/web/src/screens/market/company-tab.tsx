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

type Parts = {
  /** Trading or Company; none for an index or a fund, which publish no accounts. */
  readonly tabs?: ReactNode;
  /** What its company has published, where that tab is chosen. */
  readonly company?: ReactNode;
};

/** The tabs of a share's page, which the address has. Needs the namespace `stock`. */
export function useCompanyTab(stock: Data<'marketDetail'> | undefined): Parts {
  const { t } = useTranslation('stock');
  const [query, change] = usePageQuery();
  if (stock?.kind !== 'share' || stock.fund) return {};
  const isCompany = query.get('tab') === 'company';
  return {
    tabs: (
      <Tabs
        label={t('tabs.label')}
        value={isCompany ? 'company' : 'trading'}
        hrefOf={(value) => detailsHref(stock.code) + (value === 'company' ? '&tab=company' : '')}
        onSelect={(value) => change({ tab: value === 'company' ? value : undefined })}
        items={[
          { value: 'trading', label: t('tabs.trading') },
          { value: 'company', label: t('tabs.company'), shortcut: 'C' },
        ]}
      />
    ),
    ...(isCompany && {
      company: <CompanyPanel wait={<SkeletonRows rows={8} />} key={stock.code} stock={stock} />,
    }),
  };
}
