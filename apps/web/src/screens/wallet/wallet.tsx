import type { Data } from '@khara/contract';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCurrencies } from '#features/money/use-currencies.ts';
import { useCall } from '#api/use-call.ts';
import { FrozenCauses, Withdrawable } from '#features/money/causes.tsx';
import { at, goBack, href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { HeroMoney, Money, type Currency } from '#ui/amount.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Icon } from '#ui/icons.tsx';
import { useLanguage } from '#lib/language.ts';
import { HIDDEN, showMoney, signOf } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonBar, Empty, Skeleton, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import css from './wallet.module.css';
import { Latest } from './latest.tsx';

/** One wallet. An unknown currency has none. */
export default function Wallet() {
  const { t } = useTranslation(['assets', 'common']);
  const [query] = usePageQuery();
  const currency = query.get('currency') ?? 'INR';
  if (currency === 'INR') return <RupeeWallet />;
  if (currency === 'USDT') return <UsdtWallet />;
  return (
    <Page>
      <Empty icon="wallet" title={t('unknownCurrency')} action={{ label: t('common:back'), onPress: goBack }} />
    </Page>
  );
}

function Eye() {
  const { t } = useTranslation();
  const hidden = useHiddenAmounts((state) => state.hidden);
  return (
    <IconButton
      icon={hidden ? 'eyeOff' : 'eye'}
      label={t(hidden ? 'showAmounts' : 'hideAmounts')}
      aria-pressed={hidden}
      onClick={toggleHiddenAmounts}
    />
  );
}

function RupeeWallet() {
  const { t } = useTranslation('assets');
  const wallet = useCall('rupeeWallet', {});
  return (
    <Page
      subtitle={t('rupeeWallet')}
      tools={<Eye />}
      onRefresh={wallet.again}
      dock={wallet.data && <InAndOut currency="INR" />}
    >
      <Answer
        of={wallet}
        wait={
          <Skeleton>
            <section className={css.head}>
              <SkeletonBar width="5rem" height="var(--lh-13)" />
              <SkeletonBar width="13rem" height="var(--lh-34)" />
              <SkeletonBar width="9rem" height="var(--lh-13)" />
            </section>
            <SectionHead title={' '} />
            <Card>
              <SkeletonBar height="76px" />
            </Card>
            <Card>
              <SkeletonBar height="24px" />
            </Card>
          </Skeleton>
        }
      >
        {(data) => (
          <>
            <section className={css.head}>
              <p className={css.label}>{t('available')}</p>
              <p className={css.hero}>
                <HeroMoney value={data.available} />
              </p>
              <p className={css.what}>
                <AvailableFor wallet={data} />
              </p>
            </section>
            <Owed currency="INR" />
            {signOf(data.availableTomorrow.amount) !== 0 && (
              <Card>
                <KeyValue label={t('availableTomorrow')}>
                  <Money value={data.availableTomorrow.amount} />
                </KeyValue>
                <p className={css.what}>{t('availableTomorrowWhat')}</p>
              </Card>
            )}
            <SectionHead title={t('frozenWhy')} />
            <Card className={css.card}>
              <FrozenCauses frozen={data.frozen} />
              {signOf(data.frozen.total) !== 0 && <p className={css.what}>{t('frozenWhat')}</p>}
            </Card>
            {data.withdrawable !== data.available && (
              <Card>
                <Withdrawable wallet={data} />
              </Card>
            )}
            <Ways currency="INR" />
            <Latest currency="INR" />
          </>
        )}
      </Answer>
    </Page>
  );
}

/** What the available money is for, or what holds it: a debt, or what is frozen. Needs the namespace `assets`. */
function AvailableFor({ wallet: { available, frozen } }: { readonly wallet: Data<'rupeeWallet'> }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const owed = useCall('wallets', {}).data?.some((wallet) => wallet.owed !== undefined);
  if (owed === true) return t('availableOwed');
  if (signOf(available) > 0) return t('availableWhat');
  const amount = hidden ? HIDDEN : showMoney(frozen.total, language);
  return signOf(frozen.total) > 0 ? t('availableFrozen', { amount }) : t('availableNone');
}

/** What the platform has paid for the member, while it is not paid back. */
function Owed({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation('assets');
  const { data } = useCall('wallets', {});
  const owed = data?.find((one) => one.currency === currency)?.owed;
  return owed === undefined ? null : (
    <Card>
      <KeyValue label={t('owed')}>
        <Money value={owed} currency={currency} />
      </KeyValue>
      <p className={css.what}>{t('owedWhat')}</p>
    </Card>
  );
}

function UsdtWallet() {
  const { t } = useTranslation(['assets', 'common']);
  const wallets = useCall('wallets', { currency: 'USDT' });
  const wallet = wallets.data?.find(({ currency }) => currency === 'USDT');
  return (
    <Page
      subtitle={t('usdtWallet')}
      tools={<Eye />}
      onRefresh={wallets.again}
      dock={wallet && <InAndOut currency="USDT" />}
    >
      <Answer of={wallets} wait={<SkeletonRows rows={5} />}>
        {() =>
          wallet ? (
            <>
              <section className={css.head}>
                <p className={css.label}>{t('available')}</p>
                <p className={css.hero}>
                  <HeroMoney value={wallet.available} currency="USDT" />
                </p>
                <p className={css.what}>{t('sandbox')}</p>
              </section>
              <Owed currency="USDT" />
              <Card>
                <KeyValue label={t('withdrawals')}>
                  <Money value={wallet.frozen} currency="USDT" />
                </KeyValue>
                <KeyValue label={t('worth')}>
                  ≈ <Money value={wallet.value} />
                </KeyValue>
              </Card>
              <Ways currency="USDT" />
              <Latest currency="USDT" />
            </>
          ) : (
            <Empty icon="wallet" title={t('unknownCurrency')} action={{ label: t('common:back'), onPress: goBack }} />
          )
        }
      </Answer>
    </Page>
  );
}

function InAndOut({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation('assets');
  return (
    <>
      <Button
        look="secondary"
        icon="withdraw"
        onClick={() => navigateTo(at('/pages/wallet/withdrawal/index', { currency }))}
      >
        {t('withdraw')}
      </Button>
      <Button icon="recharge" onClick={() => navigateTo(at('/pages/wallet/recharge/index', { currency }))}>
        {t('recharge')}
      </Button>
    </>
  );
}

/** What else can be done with a wallet: change it, see what came and went, show it first. */
function Ways({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation('assets');
  const { data } = useCall('wallets', {});
  const hasOther = useCurrencies(currency).length > 1;
  const [busy, setBusy] = useState(false);
  const first = data?.find((one) => one.currency === currency)?.selected;
  const choose = async () => {
    if (first !== false || busy) return;
    setBusy(true);
    const result = await call('selectWallet', { currency });
    setBusy(false);
    if (!result.ok) toast(result.message, { urgent: true });
    refresh(['wallets', 'totalCapital']);
  };
  return (
    <RowGroup>
      {hasOther && (
        <ListRow
          icon="convert"
          title={t('convert')}
          href={href(at('/pages/wallet/convert/index', { from: currency }))}
        />
      )}
      <ListRow
        icon="recharge"
        title={t('rechargeRecords')}
        href={href(at('/pages/wallet/recharge/records', { currency }))}
      />
      <ListRow
        icon="withdraw"
        title={t('withdrawalRecords')}
        href={href(at('/pages/wallet/withdrawal/records', { currency }))}
      />
      {hasOther &&
        (first === true ? (
          <ListRow icon="star" title={t('shownFirst')} value={<Icon name="check" size={20} />} />
        ) : (
          <ListRow icon="star" title={t('showFirst')} chevron={false} onPress={() => void choose()} />
        ))}
    </RowGroup>
  );
}
