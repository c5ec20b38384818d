import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall, useList } from '#api/use-call.ts';
import { AllIndices, Indices } from '#features/home/indices.tsx';
import { Stocks } from '#features/home/stocks.tsx';
import { Page } from '#shell/page.tsx';
import { useRoom } from '#shell/use-wide.ts';

/** Indices that stand in one row of the middle. */
const INDICES = { column: 3, pair: 4, desk: 4 };

/** The middle of the desk on home: indices and the watchlist. Needs `home`. */
export default function HomeLists() {
  const { t } = useTranslation('desk');
  const signedIn = useSignedIn();
  const room = useRoom();
  const watchlist = useList('marketList', { type: 'watchlist', spark: true, size: 100 }, { enabled: signedIn });
  const active = useList('marketList', { type: 'active', spark: true, size: 20 });
  const indices = useCall('marketList', { type: 'indices', size: 20 });
  return (
    <Page title={t('marketNow')} tools={<AllIndices />}>
      <Indices indices={indices} shown={INDICES[room]} isHeaded={false} />
      <div data-arrows>
        <Stocks watchlist={signedIn ? watchlist : undefined} active={active} shown={20} />
      </div>
    </Page>
  );
}
