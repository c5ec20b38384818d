import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { SkeletonRows } from '#ui/states.tsx';

/** The address of a company: what it has published is a tab of its share's page. */
export default function CompanyAddress() {
  const { t } = useTranslation('nav');
  const [query] = usePageQuery();
  const code = query.get('code') ?? '';
  useEffect(() => redirectTo(at('/pages/market/details', { code, tab: 'company' })), [code]);
  return (
    <Page title={t('stockDetails')}>
      <SkeletonRows rows={8} />
    </Page>
  );
}
