import type { OwnLimitRefusal } from '@khara/contract';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Timeline } from '#ui/timeline.tsx';
import { toast } from '#ui/toast.ts';
import { saveDraft, type Draft } from './draft.ts';
import { useLimitWords, usePauseEnd, type LimitsNow } from './limit-words.ts';
import css from './limits.module.css';
import StopWords from './stop-words.tsx';
import { useStop } from './use-stop.ts';

/** More of them than this are no picture. */
const MAX_DOTS = 20;

type Props = {
  readonly reason: OwnLimitRefusal;
  /** The server's words with figures, and its facts, where it has refused already. */
  readonly message: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly draft: Draft;
  /** Of an order with a limit. */
  readonly price: string | undefined;
  readonly title: string;
  readonly onBack: () => void;
  /** The limit stops nothing any more. */
  readonly onEnd: () => void;
  /** Beside the title. */
  readonly tools?: ReactNode;
};

/** Instead of the ticket: which limit stopped the order, when it ends, and what still works. Needs `refusals`. */
export default function Stopped({ reason, message, details, draft, price, title, onBack, onEnd, tools }: Props) {
  const { t } = useTranslation(['limits', 'nav']);
  const here = useTexts('limits');
  const data = useStop(reason, onEnd);
  const orders = data?.limits.find(({ kind }) => kind === 'day_orders');
  const words = { quantity: draft.quantity, code: draft.code };
  const line = draft.side === 'buy' ? t('buyLine', words) : t('sellLine', words);
  if (!here) return <Page title={title}>{null}</Page>;
  const save = () => {
    saveDraft(draft);
    toast(t('draftSaved'));
    onBack();
  };
  return (
    <Page
      title={title}
      tools={tools}
      dock={
        <>
          <Button look="secondary" onClick={() => navigateTo('/pages/personal/limits/index')}>
            {t('nav:limits')}
          </Button>
          <Button onClick={save}>{t('saveDraft')}</Button>
        </>
      }
    >
      <Card className={css.stopped}>
        <span className={css.hand}>
          <Hand />
        </span>
        <div role="alert">
          <h2>{t('stoppedTitle')}</h2>
          <p>{message ?? <StopWords reason={reason} />}</p>
        </div>
        {reason === 'own_limit_day_orders' && orders?.value != null && Number(orders.value) <= MAX_DOTS && (
          <div className={css.dots} aria-hidden="true">
            {Array.from({ length: Number(orders.value) }, (_, at) => (
              <i key={at} />
            ))}
          </div>
        )}
        <div className={css.two}>
          <div>
            {t('notPlaced')}
            <b>{price === undefined ? line : t('lineAt', { line, price })}</b>
          </div>
          <div>
            {t('openAgain')}
            <b>
              <End reason={reason} now={data} details={details} />
            </b>
          </div>
        </div>
      </Card>
      <Card className={css.works}>
        <h2>{t('stillWorks')}</h2>
        <Timeline
          steps={[
            { key: 'sell', title: t('sellHeld'), text: t('sellHeldText') },
            {
              key: 'cancel',
              title: t('cancelOrder'),
              text: data && (data.openOrders > 0 ? t('cancelText', { n: data.openOrders }) : t('cancelNone')),
            },
            { key: 'relive', title: t('relive'), text: t('reliveText') },
          ]}
        />
      </Card>
      <p className={css.foot}>{t('noMoney')}</p>
    </Page>
  );
}

/** When orders pass again: what the refusal named, else by the limits as they were then. */
function End({
  reason,
  now,
  details,
}: {
  readonly reason: OwnLimitRefusal;
  readonly now: LimitsNow | undefined;
  readonly details: Props['details'];
}) {
  const { t } = useTranslation('limits');
  const { marketDay, realMoment } = useLimitWords();
  const pauseEnd = usePauseEnd();
  const { endsAt, until } = details ?? {};
  if (typeof endsAt === 'number') return realMoment(endsAt);
  if (typeof until === 'string') return marketDay(until);
  if (reason === 'own_limit_no_intraday' || reason === 'own_limit_largest_order') return t('untilChanged');
  if (!now) return '–';
  if (reason === 'own_limit_pause') return now.pause ? pauseEnd(now.pause) : '–';
  return marketDay(now.nextDate);
}

/** A hand that says stop: the reader's own wish, and no fault. */
const Hand = () => (
  <svg
    width="32"
    height="32"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M8 12.5V5.6a1.4 1.4 0 0 1 2.8 0V11M10.8 11V4.4a1.4 1.4 0 0 1 2.8 0V11M13.6 11V5.6a1.4 1.4 0 0 1 2.8 0v6M16.4 11.6V8.8a1.4 1.4 0 0 1 2.8 0V14a7 7 0 0 1-7 7c-2.6 0-4-1-5.2-3l-2.3-4a1.4 1.4 0 0 1 2.3-1.6L8 14" />
  </svg>
);
