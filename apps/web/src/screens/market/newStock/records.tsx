import { useTranslation } from '#i18n/use-translation.ts';
import { NEW_STOCKS } from '#features/offerings/offering-card.tsx';
import { NEW_STOCK_KINDS } from '#features/offerings/offering.ts';
import { useNewStockKinds } from '#features/offerings/use-new-stock-kinds.ts';
import { Records } from '#features/offerings/records.tsx';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Tabs } from '#ui/choice.tsx';
import { Empty } from '#ui/states.tsx';

const PATH = '/pages/market/newStock/records';
const ALL = 'all';

/** Own applications to new stocks by kind, or the story of one (`id`). */
export default function NewStockRecords() {
  const { t } = useTranslation(['newStocks', 'common']);
  const [query, change] = usePageQuery();
  const kind = NEW_STOCK_KINDS.find((known) => known === query.get('kind'));
  const kinds = useNewStockKinds(kind);
  return (
    <Records
      path={PATH}
      kind={kind}
      tabs={
        <Tabs
          label={t('kinds')}
          items={[
            { value: ALL, label: t('common:all') },
            ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          value={kind ?? ALL}
          hrefOf={(value) => href(at(PATH, { kind: value === ALL ? undefined : value }))}
          onSelect={(value) => change({ kind: value === ALL ? undefined : value })}
        />
      }
      none={
        <Empty
          icon="ticket"
          title={t('noApplications')}
          text={t('noApplicationsText')}
          action={{ label: t('allNewStocks'), onPress: () => navigateTo(at(NEW_STOCKS, { kind })) }}
        />
      }
    />
  );
}
