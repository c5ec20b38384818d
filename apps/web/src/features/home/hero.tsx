import { paise, percent } from '@khara/money';
import type { Data } from '@khara/contract';
import { memo } from 'react';
import { optional } from '#i18n/optional.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { hasPracticeAccount, useSession } from '#api/session.ts';
import type { CallState } from '#api/use-call.ts';
import { loginAddress } from '#shell/guard.ts';
import { at, href } from '#shell/navigation.ts';
import { Change, HeroMoney } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { HeroCard } from '#ui/card.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Icon } from '#ui/icons.tsx';
import css from './hero.module.css';

const LanguageChip = optional(() => import('#features/account/language-chip.tsx'));

type Capital = Data<'totalCapital'>;

/** The one hero number, what it did today, and what can be done. Needs the namespace `home`. */
export const Hero = memo(function Hero({ capital }: { readonly capital: CallState<Capital> }) {
  const { t } = useTranslation(['home', 'common']);
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { data, failure, again } = capital;
  const deviceOnly = useSession(({ userInfo }) => userInfo?.deviceOnly === true);
  const isAtStart = deviceOnly && data !== undefined && paise(data.todayProfit) === 0n;
  return (
    <HeroCard>
      <div className={css.label}>{t('total')}</div>
      <IconButton
        icon={hidden ? 'eyeOff' : 'eye'}
        size={20}
        className={css.eye}
        label={hidden ? t('common:showAmounts') : t('common:hideAmounts')}
        aria-pressed={hidden}
        onClick={toggleHiddenAmounts}
      />
      <div className={css.total}>
        {data || failure ? <HeroMoney value={data?.totalAssets} /> : <span className={css.skeletonBar} />}
      </div>
      <div className={css.day}>
        {data ? (
          isAtStart ? (
            t('deviceOnly')
          ) : (
            <>
              <Change amount={data.todayProfit} percent={todayPercent(data)} money /> {t('common:today')}
            </>
          )
        ) : (
          failure && (
            <button type="button" onClick={() => void again()}>
              {t('loadFailed')}
            </button>
          )
        )}
      </div>
      <div className={css.actions}>
        <a className={css.first} href={href(at('/pages/wallet/recharge/index', { currency: 'INR' }))}>
          <Icon name="recharge" size={18} />
          {t('recharge')}
        </a>
        <a href={href('/pages/personal/position/index')}>
          <Icon name="pie" size={18} />
          {t('positions')}
        </a>
        <a href={href('/pages/personal/transaction/index')}>
          <Icon name="list" size={18} />
          {t('orders')}
        </a>
      </div>
      <Proof />
    </HeroCard>
  );
});

/** Today's profit in per cent of what there was before it. */
const todayPercent = ({ totalAssets, todayProfit }: Capital): string => {
  const [now, today] = [paise(totalAssets) ?? 0n, paise(todayProfit) ?? 0n];
  return percent(today, now - today);
};

/** What holds for every price, and the way to see that it does. */
function Proof() {
  const { t } = useTranslation('home');
  return (
    <a className={css.proof} href={href(at('/pages/index/customer/index', { topic: 'certificate' }))}>
      <span>{t('proof')}</span>
      {t('check')}
      <Icon name="go" size={16} />
    </a>
  );
}

/**
 * What a guest sees there: an invitation, and that nothing is asked for to begin; or the way back to what was begun.
 */
export const GuestHero = memo(function GuestHero({ onStart }: { readonly onStart: () => void }) {
  const { t } = useTranslation(['home', 'common']);
  const isHere = hasPracticeAccount();
  return (
    <HeroCard>
      <h2 className={css.invitation}>{t('guestTitle')}</h2>
      <p className={css.words}>{t('guestText')}</p>
      <button type="button" className={css.start} onClick={onStart}>
        {isHere ? t('common:openMine') : t('start')}
      </button>
      <p className={css.without}>{isHere ? t('deviceOnly') : t('startText')}</p>
      <div className={css.ways}>
        <a className={css.login} href={href(loginAddress('/'))}>
          {t('haveAccount')}
        </a>
        <LanguageChip className={css.chip} />
      </div>
      <Proof />
    </HeroCard>
  );
});
