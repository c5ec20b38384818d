import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { LimitLine } from '#features/limits/limit-line.tsx';
import { todayPercent } from '#features/money/shares.ts';
import { href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Change, Money } from '#ui/amount.tsx';
import { Icon } from '#ui/icons.tsx';
import { Answer } from '#ui/answer.tsx';
import { Skeleton, SkeletonBar } from '#ui/states.tsx';
import css from './account.module.css';

/** Prices move all day: the total follows them. */
const FOLLOW_MS = 3000;

/** The reader's money in four figures, and how much of the day's own limit is used. Needs `desk` and `assets`. */
export default function AccountPane() {
  const { t } = useTranslation(['desk', 'assets', 'nav']);
  const signedIn = useSignedIn();
  const capital = useCall('totalCapital', {}, { enabled: signedIn, refetchMs: FOLLOW_MS });
  return (
    <Page
      title={t('accountPaper')}
      ground="surface"
      tools={
        <a className={css.more} href={href('/pages/transaction/index')}>
          {t('nav:assets')}
          <Icon name="go" size={16} />
        </a>
      }
    >
      <Answer
        of={capital}
        isPart
        wait={
          signedIn && (
            <Skeleton>
              <div className={css.bones}>
                <SkeletonBar />
                <SkeletonBar />
              </div>
            </Skeleton>
          )
        }
      >
        {(data) => (
          <>
            <dl className={css.figures}>
              <div>
                <dt>{t('assets:available')}</dt>
                <dd>
                  <Money value={data.availableAssets} />
                </dd>
              </div>
              <div>
                <dt>{t('todayHead')}</dt>
                <dd>
                  <Change money amount={data.todayProfit} percent={todayPercent(data.totalAssets, data.todayProfit)} />
                </dd>
              </div>
              <div>
                <dt>{t('totalHead')}</dt>
                <dd>
                  <Money value={data.totalAssets} />
                </dd>
              </div>
              <div>
                <dt>{t('assets:frozen')}</dt>
                <dd>
                  <Money value={data.frozenAmount} />
                </dd>
              </div>
            </dl>
            <LimitLine />
          </>
        )}
      </Answer>
    </Page>
  );
}
