import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { at, href } from '#shell/navigation.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { useWaitingCounts } from './use-waiting-counts.ts';

const LIST = '/pages/personal/waiting/index';

/** The ways to what waits for a price or a date, each with how many there are. Needs `baskets` and `nav`. */
export function WaitingRows() {
  const { t } = useTranslation(['baskets', 'nav']);
  const language = useLanguage();
  const counts = useWaitingCounts();
  const alerts = useCall('alerts', {}).data?.list.filter(({ metMarketTime }) => metMarketTime === null).length;
  const count = (of: number | undefined) => (of === undefined ? undefined : showCount(of, language));
  return (
    <RowGroup>
      {(['triggers', 'baskets', 'regular'] as const).map((tab) => (
        <ListRow
          key={tab}
          icon={ICONS[tab]}
          title={t(`tab.${tab}`)}
          value={count(counts[tab])}
          href={href(at(LIST, { tab: tab === 'triggers' ? undefined : tab }))}
        />
      ))}
      <ListRow icon="alert" title={t('nav:alerts')} value={count(alerts)} href={href('/pages/personal/alerts/index')} />
    </RowGroup>
  );
}

const ICONS = { triggers: 'clock', baskets: 'list', regular: 'again' } as const;
