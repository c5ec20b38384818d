import type { Data } from '@khara/contract';
import { useStale } from '#api/feed.ts';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { MarketDepth } from '#features/depth/market-depth.tsx';
import { BlockNote } from '#features/session/block-note.tsx';
import { PhaseNote } from '#features/session/phase-note.tsx';
import { isAuction, useSharePhase } from '#features/session/share-session.ts';
import { isTakenForDeliveryOnly } from '#features/surveillance/delivery-only.ts';
import { Surveillance } from '#features/surveillance/surveillance.tsx';
import { Term } from '#features/terms/term.tsx';
import { ActionLines } from '#features/watching/action-lines.tsx';
import { at, navigateTo, reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { TextButton } from '#ui/text-button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Empty } from '#ui/states.tsx';
import css from './details.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

// Only in the minutes of a call auction.
const AuctionPanel = lazyPart(() => import('#features/session/auction-panel.tsx'));
// Only a share that lists today has something to say.
const ListedToday = lazyPart(() => import('#features/offerings/listed-today.tsx'), { texts: ['newStocks'] });

type Stock = Data<'marketDetail'>;

/** The ticket of a share, on a side and with a price of the book. */
export const openTicket = (code: string, side: 'buy' | 'sell', price?: string): void =>
  navigateTo(at('/pages/market/buy', { code, side, price }));

/** What is said between the price and the chart: a first day, where the share stands in its day, corporate actions. */
export function ShareNotes({ stock }: { readonly stock: Stock }) {
  const { code } = stock;
  return (
    <>
      {stock.listedToday && <ListedToday code={code} />}
      <SeriesNote stock={stock} />
      <Surveillance stock={stock} className={css.series} />
      <ShareSession stock={stock} />
      {stock.kind === 'share' && <ActionLines code={code} past />}
    </>
  );
}

/** Why a share is taken for delivery only. Needs the namespace `stock`. */
function SeriesNote({ stock }: { readonly stock: Stock }) {
  const { series, tradeForTradeUntil: until, lotSize } = stock;
  const { t } = useTranslation('stock');
  const language = useLanguage();
  if (series === null || !isTakenForDeliveryOnly(stock) || (until === null && lotSize <= 1)) return null;
  return (
    <Note tone="warn" className={css.series}>
      {until !== null && <p>{t('tradeForTrade', { series, date: showMarketDate(until, language) })}</p>}
      {lotSize > 1 && (
        <p>
          <Term name="marketLot">{t('smallCompany', { series, lot: showCount(lotSize, language) })}</Term>
        </p>
      )}
    </Note>
  );
}

/**
 * The auction that collects the share's orders, or what its phase takes, and the window for blocks; nothing
 * for a suspended share or an index.
 */
function ShareSession({ stock }: { readonly stock: Stock }) {
  const phase = useSharePhase(stock);
  const { auction } = stock;
  if (stock.kind === 'index' || !stock.tradable) return null;
  return (
    <>
      {auction && isAuction(phase) ? (
        <AuctionPanel stock={stock} auction={auction} phase={phase} />
      ) : (
        <PhaseNote phase={phase} casEligible={stock.closesByAuction} />
      )}
      <BlockNote reference={stock.blockReference} />
    </>
  );
}

/** The book; a price of it opens the ticket. Needs the namespace `stock`. */
export function DepthSection({ stock, className }: { readonly stock: Stock; readonly className?: string | undefined }) {
  const { t } = useTranslation('stock');
  const [deep, setDeep] = useState(false);
  const stale = useStale();
  if (!stock.depth) return null;
  return (
    <section className={className} data-stale={stale || undefined}>
      <SectionHead title={<Term name="depth">{t('depth')}</Term>}>
        <TextButton onClick={() => setDeep(!deep)}>{t(deep ? 'fiveLevels' : 'twentyLevels')}</TextButton>
      </SectionHead>
      <MarketDepth
        code={stock.code}
        initial={stock.depth}
        deep={deep}
        onPick={stock.tradable ? (price, side) => openTicket(stock.code, side, price) : undefined}
      />
    </section>
  );
}

/** In the place of a share that does not exist. */
export function UnknownShare() {
  const { t } = useTranslation('stock');
  return (
    <Page>
      <Empty
        icon="search"
        title={t('unknown')}
        text={t('unknownText')}
        action={{ label: t('toMarket'), onPress: () => reLaunch('/pages/market/index') }}
      />
    </Page>
  );
}
