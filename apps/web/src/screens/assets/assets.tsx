import type { Data } from '@khara/contract';
import { paise } from '@khara/money';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { CauseSheet, type Cause } from '#features/money/cause-sheet.tsx';
import { showTenths, sumRupees, tenthsOf, todayPercent } from '#features/money/shares.ts';
import { WalletCoin } from '#features/money/wallet-coin.tsx';
import { SealButton } from '#features/proof/seal-button.tsx';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Change, HeroMoney, Money } from '#ui/amount.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Donut, type DonutPart } from '#ui/donut.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Icon } from '#ui/icons.tsx';
import { HIDDEN, showMoney, showNumber, signOf } from '#lib/number.ts';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { Empty, ErrorBlock } from '#ui/states.tsx';
import css from '#features/money/assets.module.css';
import { AssetsSkeleton } from '#features/money/assets-skeleton.tsx';

type Capital = Data<'totalCapital'>;

/** Prices move all day: while the page is looked at, the total follows them. */
const FOLLOW_MS = 3000;
/** Asks for the published rate and moves nothing. */
const RATE_OF_ONE = { from: 'USDT', to: 'INR', amount: '1', quoteOnly: true, requestId: 'only-a-quote' } as const;
const RECHARGE = '/pages/wallet/recharge/index';

/** What is owned, altogether and part by part. */
export default function Assets() {
  const { t } = useTranslation(['assets', 'common']);
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { data, failure, again } = useCall('totalCapital', {}, { refetchMs: FOLLOW_MS });
  return (
    <Page
      onRefresh={again}
      tools={
        <>
          <IconButton
            icon="statement"
            label={t('statement')}
            onClick={() => navigateTo('/pages/personal/bill/index')}
          />
          <IconButton
            icon={hidden ? 'eyeOff' : 'eye'}
            label={t(hidden ? 'common:showAmounts' : 'common:hideAmounts')}
            aria-pressed={hidden}
            onClick={toggleHiddenAmounts}
          />
        </>
      }
    >
      {data ? (
        <Owned capital={data} />
      ) : failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : (
        <AssetsSkeleton />
      )}
    </Page>
  );
}

function Owned({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation(['assets', 'common']);
  const { totalAssets, todayProfit, totalProfit } = capital;
  const nothing = signOf(totalAssets) === 0 && signOf(capital.frozenAmount) === 0 && signOf(capital.unpaidAmount) === 0;
  return (
    <>
      <section className={css.head}>
        <p className={css.label}>{t('total')}</p>
        <p className={css.hero}>
          <HeroMoney value={totalAssets} />
        </p>
        {!nothing && (
          <p className={css.line}>
            <span>
              <Change money amount={todayProfit} percent={todayPercent(totalAssets, todayProfit)} />{' '}
              <span className={css.quiet}>{t('common:today')}</span>
            </span>
            <TotalProfit value={totalProfit} />
          </p>
        )}
        {!nothing && <Actions />}
      </section>
      {nothing ? (
        <Card className={css.start}>
          <Empty
            inline
            icon="wallet"
            title={t('empty')}
            text={t('emptyText')}
            action={{ label: t('addMoney'), onPress: () => navigateTo(RECHARGE) }}
          />
        </Card>
      ) : (
        <Parts capital={capital} />
      )}
    </>
  );
}

function TotalProfit({ value }: { readonly value: string }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const amount = hidden ? HIDDEN : showNumber(value, language, { decimals: 2, prefix: '₹', sign: 'always' });
  return <span className={css.quiet}>{t('totalProfit', { amount })}</span>;
}

function Actions() {
  const { t } = useTranslation('assets');
  return (
    <div className={css.actions}>
      <Button size="md" icon="recharge" onClick={() => navigateTo(RECHARGE)}>
        {t('recharge')}
      </Button>
      <Button size="md" look="secondary" icon="withdraw" onClick={() => navigateTo('/pages/wallet/withdrawal/index')}>
        {t('withdraw')}
      </Button>
      <Button size="md" look="secondary" icon="convert" onClick={() => navigateTo('/pages/wallet/convert/index')}>
        {t('convert')}
      </Button>
    </div>
  );
}

function Parts({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const [cause, setCause] = useState<Cause>();
  const figures = [
    { cause: 'available', value: capital.availableAssets },
    { cause: 'frozen', value: capital.frozenAmount },
    { cause: 'unpaid', value: capital.unpaidAmount },
  ] as const;
  return (
    <>
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
      <Card>
        <Shares capital={capital} />
      </Card>
      <Wallets capital={capital} />
      <SealButton onPress={() => navigateTo('/pages/personal/bill/index')} />
      <CauseSheet cause={cause} onClose={() => setCause(undefined)} />
    </>
  );
}

function Shares({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const worth = (currency: 'INR' | 'USDT') => capital.wallets.find((one) => one.currency === currency);
  const usdt = worth('USDT')?.value ?? '0.00';
  const amounts = [
    { key: 'shares', label: t('shares'), amount: capital.holdingsValue },
    { key: 'available', label: t('availableCash'), amount: worth('INR')?.available ?? capital.availableAssets },
    { key: 'frozen', label: t('frozen'), amount: worth('INR')?.frozen ?? capital.frozenAmount },
    { key: 'usdt', label: t('usdt'), amount: usdt },
  ].filter(({ key, amount }) => key !== 'usdt' || signOf(amount) !== 0);
  const tenths = tenthsOf(amounts.map(({ amount }) => paise(amount) ?? 0n));
  const parts = amounts.map(({ key, label, amount }, index): DonutPart => {
    const part = tenths[index] ?? 0;
    return { key, label, weight: part, share: showTenths(part), amount: <Money value={amount} /> };
  });
  return <Donut parts={parts} caption={t('invested')} value={showTenths(tenths[0] ?? 0)} />;
}

function Wallets({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { data, again } = useCall('rupeeWallet', {});
  const rate = useCall('convert', RATE_OF_ONE, { staleMs: 60_000 });
  // From another call than the total: asked again when the two have parted.
  const rupees = capital.wallets.find(({ currency }) => currency === 'INR');
  const parted = data !== undefined && (data.available !== rupees?.available || data.frozen.total !== rupees.frozen);
  useEffect(() => {
    if (parted) void again();
  }, [parted, again, rupees?.available, rupees?.frozen]);
  return (
    <RowGroup className={css.wallets ?? ''}>
      {capital.wallets.map(({ currency, available, frozen, value }) => (
        <ListRow
          key={currency}
          href={href(at('/pages/wallet/index', { currency }))}
          lead={<WalletCoin currency={currency} />}
          title={t(currency === 'INR' ? 'rupeeWallet' : 'usdtWallet')}
          text={
            currency === 'USDT'
              ? rate.data
                ? t('sandboxRate', { rate: showMoney(rate.data.middleRate, language) })
                : t('sandbox')
              : data &&
                !parted &&
                t('canWithdraw', { amount: hidden ? HIDDEN : showNumber(data.withdrawable, language) })
          }
          value={
            <Money
              bare={currency === 'USDT'}
              value={currency === 'INR' ? sumRupees([available, frozen]) : available}
              currency={currency}
              className={css.balance}
            />
          }
          valueText={currency === 'USDT' ? <ApproximatelyWorth value={value} /> : undefined}
        />
      ))}
    </RowGroup>
  );
}

const ApproximatelyWorth = ({ value }: { readonly value: string }) => (
  <>
    ≈ <Money value={value} />
  </>
);
