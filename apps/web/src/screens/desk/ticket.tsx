import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Empty } from '#ui/states.tsx';
import Buy from '../market/buy.tsx';

/** The ticket of the share in the middle, or why there is none. Needs `desk` and the namespaces of the ticket. */
export default function Ticket() {
  const { t } = useTranslation(['desk', 'stock']);
  const [query] = usePageQuery();
  const code = query.get('code') ?? '';
  const { data } = useCall('marketDetail', { code }, { enabled: code !== '' });
  if (!data || (data.kind === 'share' && data.tradable)) return <Buy />;
  const isIndex = data.kind === 'index';
  return (
    <Page title={t('order')} ground="surface">
      <Empty
        icon={isIndex ? 'market' : 'pause'}
        title={isIndex ? t('indexNote') : t(data.listsOn === undefined ? 'stock:notTradable' : 'stock:notListed')}
        {...(isIndex && { text: t('indexText') })}
      />
    </Page>
  );
}
