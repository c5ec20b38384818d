import { useTranslation } from '#i18n/use-translation.ts';
import { toggleWatch } from '#features/watchlist/toggle-watch.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { isIndex, type Quote } from './quote.ts';
import css from './quote-sheet.module.css';

type Props = { readonly quote: Quote; readonly open: boolean; readonly onClose: () => void };

/** What can be done with a row that was held. */
export default function QuoteSheet({ quote, open, onClose }: Props) {
  const { t } = useTranslation('market');
  const { code } = quote;
  const go = (to: string): void => {
    onClose();
    navigateTo(to);
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
