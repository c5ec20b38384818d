import type { Data } from '@khara/contract';
import { paise } from '@khara/money';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useIsSchool } from '#api/config.ts';
import { useCall } from '#api/use-call.ts';
import { CauseSheet, type Cause } from '#features/money/cause-sheet.tsx';
import { showTenths, sumRupees, toTenths } from '#features/money/shares.ts';
import { WalletCoin } from '#features/money/wallet-coin.tsx';
import { SealButton } from '#features/proof/seal-button.tsx';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, type Currency } from '#ui/amount.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { Donut, type DonutPart } from '#ui/donut.tsx';
import { Fold } from '#ui/fold.tsx';
import { useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Icon } from '#ui/icons.tsx';
import { HIDDEN, showCount, showMoney, showNumber, signOf } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { IconTile, RowGroup } from '#ui/row-group.tsx';
import css from '#features/money/assets.module.css';

/** Asks for the published rate and moves nothing. */
const RATE_OF_ONE = { from: 'USDT', to: 'INR', amount: '1', quoteOnly: true, requestId: 'only-a-quote' } as const;

/** Open orders are few. */
const MAX_OPEN = 100;
/** Of one answer: a reader with more sees what they are worth, and those that came. */
const MAX_POSITIONS = 100;
const POSITIONS = '/pages/personal/position/index';
const walletOf = (currency: 'INR' | 'USDT'): string => at('/pages/wallet/index', { currency });

export type Capital = Data<'totalCapital'>;

/**
 * What the total is made of: shares first, then money, and what has not been used yet at the end. Needs the namespace
 * `assets`.
 */
export function Parts({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const [cause, setCause] = useState<Cause>();
  const hasOffers = (useCall('holderOffers', {}, { staleMs: 60_000 }).data?.list.length ?? 0) > 0;
  const hasUsdt = isUsed(capital, 'USDT');
  const isSchool = useIsSchool();
  const figures = [
    { cause: 'available', value: capital.availableAssets },
    { cause: 'frozen', value: capital.frozenAmount },
    { cause: 'unpaid', value: capital.unpaidAmount },
  ] as const;
  return (
    <>
      <RowGroup>
        <SharesRow value={capital.holdingsValue} />
        <RupeeRow capital={capital} />
        {hasUsdt && <UsdtRow capital={capital} />}
        <OrdersRow />
      </RowGroup>
      <Card pad={false} className={css.figures}>
        {figures.map((figure) => (
          <button
            key={figure.cause}
            type="button"
            className={css.figure}
            aria-haspopup="dialog"
            onClick={() => setCause(figure.cause)}
          >
            <span className={css.key}>
              {t(figure.cause)} <Icon name="go" size={12} />
            </span>
            <span className={css.value}>
              <Money bare value={figure.value} />
            </span>
          </button>
        ))}
      </Card>
      <RowGroup>
        <ListRow
          lead={<IconTile icon="trend" tone="accent" />}
          title={t('record')}
          text={t('recordText')}
          href={href('/pages/personal/record/index')}
        />
        <ListRow
          lead={<IconTile icon="statement" tone="accent" />}
          title={t('statement')}
          text={t('statementText')}
          href={href('/pages/personal/bill/index')}
        />
      </RowGroup>
      <SectionHead title={t('fromCompanies')} />
      <RowGroup>
        <DividendRow />
        {hasOffers && <OffersRow />}
      </RowGroup>
      <div className={css.folds}>
        <Fold title={t('divided')}>
          <Shares capital={capital} />
        </Fold>
        {(!hasOffers || (!hasUsdt && !isSchool)) && (
          <Fold title={t('more')}>
            <RowGroup className={css.unused}>
              {!hasUsdt && !isSchool && (
                <>
                  <UsdtRow capital={capital} />
                  <ListRow
                    lead={<IconTile icon="convert" tone="accent" />}
                    title={t('convert')}
                    href={href('/pages/wallet/convert/index')}
                  />
                </>
              )}
              {!hasOffers && <OffersRow />}
            </RowGroup>
          </Fold>
        )}
      </div>
      <SealButton onPress={() => navigateTo('/pages/personal/bill/index')} />
      <CauseSheet cause={cause} onClose={() => setCause(undefined)} />
    </>
  );
}

/** Whether a wallet holds or owes something. */
export const isUsed = ({ wallets }: Capital, currency: Currency): boolean =>
  wallets.some(
    (one) =>
      one.currency === currency && (one.owed !== undefined || signOf(one.available) !== 0 || signOf(one.frozen) !== 0),
  );

/** Where the shares are: how many, and what they are worth. */
function SharesRow({ value }: { readonly value: string }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const held = useCall('positions', { size: MAX_POSITIONS }).data?.list.filter(
    ({ direction }) => direction !== 'short',
  );
  const shares = held?.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <ListRow
      lead={<IconTile icon="pie" tone="accent" />}
      title={shares === undefined || shares === 0 ? t('shares') : t('sharesHeld', { n: showCount(shares, language) })}
      text={shares === 0 && signOf(value) === 0 ? t('sharesNone') : undefined}
      value={<Money value={value} className={css.balance} />}
      href={href(POSITIONS)}
    />
  );
}

const OffersRow = () => {
  const { t } = useTranslation('assets');
  return (
    <ListRow
      lead={<IconTile icon="gift" tone="accent" />}
      title={t('holderOffers')}
      text={t('holderOffersText')}
      href={href('/pages/personal/holderOffers/index')}
    />
  );
};

/** The way to the orders, with how many are open. */
function OrdersRow() {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const open = useCall('orders', { state: 'open', size: MAX_OPEN }).data?.list.length;
  return (
    <ListRow
      lead={<IconTile icon="list" tone="accent" />}
      title={t('orderRow')}
      text={
        open === undefined
          ? undefined
          : open === 0
            ? t('ordersNone')
            : t('ordersOpen', { n: showCount(open, language) })
      }
      href={href('/pages/personal/transaction/index')}
    />
  );
}

/** The way to the dividends, with what is to come. */
function DividendRow() {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const toCome = useCall('dividends', {}, { staleMs: 60_000 }).data?.toCome ?? '0.00';
  const amount = hidden ? HIDDEN : showMoney(toCome, language);
  return (
    <ListRow
      lead={<IconTile icon="gift" tone="accent" />}
      title={t('dividends')}
      text={signOf(toCome) === 0 ? t('dividendsNone') : t('dividendsToCome', { amount })}
      href={href('/pages/personal/dividends/index')}
    />
  );
}

function Shares({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const worth = (currency: 'INR' | 'USDT') => capital.wallets.find((one) => one.currency === currency);
  const usdt = worth('USDT')?.value ?? '0.00';
  const amounts = [
    { key: 'shares', label: t('shares'), amount: capital.holdingsValue, to: POSITIONS },
    {
      key: 'available',
      label: t('availableCash'),
      amount: worth('INR')?.available ?? capital.availableAssets,
      to: walletOf('INR'),
    },
    { key: 'frozen', label: t('frozen'), amount: worth('INR')?.frozen ?? capital.frozenAmount, to: walletOf('INR') },
    { key: 'usdt', label: t('usdt'), amount: usdt, to: walletOf('USDT') },
  ].filter(({ key, amount }) => key !== 'usdt' || signOf(amount) !== 0);
  const tenths = toTenths(amounts.map(({ amount }) => paise(amount) ?? 0n));
  const parts = amounts.map(({ key, label, amount, to }, index): DonutPart => {
    const part = tenths[index] ?? 0;
    return { key, label, weight: part, share: showTenths(part), amount: <Money value={amount} />, href: href(to) };
  });
  return <Donut parts={parts} caption={t('invested')} value={showTenths(tenths[0] ?? 0)} />;
}

/** The rupees; what of them can be withdrawn, where that is less than what is available. */
function RupeeRow({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { data, again } = useCall('rupeeWallet', {});
  // From another call than the total: asked again when the two have parted.
  const rupees = capital.wallets.find(({ currency }) => currency === 'INR');
  const parted = data !== undefined && (data.available !== rupees?.available || data.frozen.total !== rupees.frozen);
  useEffect(() => {
    if (parted) void again();
  }, [parted, again, rupees?.available, rupees?.frozen]);
  if (!rupees) return null;
  const { available, frozen, owed } = rupees;
  const isLess = data !== undefined && !parted && data.withdrawable !== data.available;
  return (
    <ListRow
      href={href(walletOf('INR'))}
      lead={<WalletCoin currency="INR" />}
      title={t('rupeeWallet')}
      text={
        owed !== undefined
          ? t('owedNow', { amount: hidden ? HIDDEN : showMoney(owed, language) })
          : isLess
            ? t('canWithdraw', { amount: hidden ? HIDDEN : showNumber(data.withdrawable, language) })
            : undefined
      }
      value={<Money value={sumRupees([available, frozen])} className={css.balance} />}
    />
  );
}

function UsdtRow({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const rate = useCall('convert', RATE_OF_ONE, { staleMs: 60_000 });
  const wallet = capital.wallets.find(({ currency }) => currency === 'USDT');
  if (!wallet) return null;
  const { available, owed, value } = wallet;
  return (
    <ListRow
      href={href(walletOf('USDT'))}
      lead={<WalletCoin currency="USDT" />}
      title={t('usdtWallet')}
      text={
        owed !== undefined
          ? t('owedNow', { amount: hidden ? HIDDEN : showMoney(owed, language, { currency: 'USDT' }) })
          : rate.data
            ? t('sandboxRate', { rate: showMoney(rate.data.middleRate, language) })
            : t('sandbox')
      }
      value={<Money bare value={available} currency="USDT" className={css.balance} />}
      valueText={
        <>
          ≈ <Money value={value} />
        </>
      }
    />
  );
}
