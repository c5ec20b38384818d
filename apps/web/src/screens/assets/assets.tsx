import { paise, rupees } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { todayPercent } from '#features/money/shares.ts';
import { href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Change, HeroMoney } from '#ui/amount.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Icon } from '#ui/icons.tsx';
import { HIDDEN, showMoney, showNumber, signOf } from '#lib/number.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty } from '#ui/states.tsx';
import css from '#features/money/assets.module.css';
import { AssetsSkeleton } from '#features/money/assets-skeleton.tsx';
import { type Capital, isUsed, Parts } from './parts.tsx';

/** Prices move all day: while the page is looked at, the total follows them. */
const FOLLOW_MS = 3000;

const RECHARGE = '/pages/wallet/recharge/index';

/** What is owned, altogether and part by part. */
export default function Assets() {
  const { t } = useTranslation(['assets', 'common']);
  const hidden = useHiddenAmounts((state) => state.hidden);
  const capital = useCall('totalCapital', {}, { refetchMs: FOLLOW_MS });
  return (
    <Page
      onRefresh={capital.again}
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
      <Answer of={capital} wait={<AssetsSkeleton />}>
        {(data) => <Owned capital={data} />}
      </Answer>
    </Page>
  );
}

function Owned({ capital }: { readonly capital: Capital }) {
  const { t } = useTranslation(['assets', 'common']);
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { totalAssets, todayProfit } = capital;
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
          </p>
        )}
        {!nothing && <Sum capital={capital} />}
        {capital.wallets.map(
          ({ currency, owed }) =>
            owed !== undefined && (
              <p key={currency} className={css.label}>
                {t('owedOff', { amount: hidden ? HIDDEN : showMoney(owed, language, { currency }) })}
              </p>
            ),
        )}
        {!nothing && <Actions hasUsdt={isUsed(capital, 'USDT')} />}
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

/** How the total comes about, to the paisa; leads to the record of it. */
function Sum({ capital: { putIn, charges, totalProfit, totalAssets } }: { readonly capital: Capital }) {
  const { t } = useTranslation('assets');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const show = (amount: bigint, sign: 'always' | 'negative'): string =>
    hidden ? HIDDEN : showNumber(rupees(amount), language, { decimals: 2, sign });
  const [of, cost, gain, total] = [putIn, charges, totalProfit, totalAssets].map((amount) => paise(amount) ?? 0n);
  return (
    <a className={css.sum} href={href('/pages/personal/record/index')}>
      {t('sum', {
        putIn: show(of!, 'negative'),
        charges: show(-cost!, 'negative'),
        shares: show(gain! + cost!, 'always'),
        total: show(total!, 'negative'),
      })}
      <Icon name="go" size={16} />
    </a>
  );
}

/** Converting is a way of a member who has both currencies; until then it stands under More. */
function Actions({ hasUsdt }: { readonly hasUsdt: boolean }) {
  const { t } = useTranslation('assets');
  return (
    <div className={css.actions}>
      <Button size="md" icon="recharge" onClick={() => navigateTo(RECHARGE)}>
        {t('recharge')}
      </Button>
      <Button size="md" look="secondary" icon="withdraw" onClick={() => navigateTo('/pages/wallet/withdrawal/index')}>
        {t('withdraw')}
      </Button>
      {hasUsdt && (
        <Button size="md" look="secondary" icon="convert" onClick={() => navigateTo('/pages/wallet/convert/index')}>
          {t('convert')}
        </Button>
      )}
    </div>
  );
}
