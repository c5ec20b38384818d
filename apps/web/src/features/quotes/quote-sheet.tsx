import { isSignedIn } from '#api/session.ts';
import { say } from '#i18n/say.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { toggleWatch } from '#features/watchlist/toggle-watch.ts';
import { loginAddress } from '#shell/guard.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { isIndex, type Quote } from './quote.ts';
import css from './quote-sheet.module.css';

type Props = { readonly quote: Quote; readonly open: boolean; readonly onClose: () => void };

/** What can be done with a row that was held. */
export default function QuoteSheet({ quote, open, onClose }: Props) {
  const { t } = useTranslation(['market', 'nav']);
  const { code } = quote;
  const go = (to: string): void => {
    onClose();
    navigateTo(to);
  };
  /** On the share's page, where its tick is known; guests log in on the way. */
  const setAlert = (): void => {
    const alerts = at('/pages/market/details', { code, alert: '1' });
    if (isSignedIn()) return go(alerts);
    toast(say('loginFirst'));
    return go(loginAddress(alerts));
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('actions', { code })}>
      <div className={css.rows}>
        <ListRow
          icon="star"
          title={quote.collected ? t('unwatch') : t('watch')}
          chevron={false}
          onPress={() => {
            onClose();
            void toggleWatch(code);
          }}
        />
        <ListRow icon="alert" title={t('nav:alerts')} onPress={setAlert} />
        <ListRow icon="chart" title={t('details')} onPress={() => go(at('/pages/market/details', { code }))} />
        {quote.tradable && !isIndex(quote) && (
          <>
            <ListRow icon="plus" title={t('buy')} onPress={() => go(at('/pages/market/buy', { code, side: 'buy' }))} />
            <ListRow
              icon="minus"
              title={t('sell')}
              onPress={() => go(at('/pages/market/buy', { code, side: 'sell' }))}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}
