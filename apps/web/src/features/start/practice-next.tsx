import { useState } from 'react';
import type { UserInfo } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { readStored, store } from '#lib/storage.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DAY_MS } from '@khara/rules';
import css from '#features/tour/invitation.module.css';
import type { FirstOrders } from './use-first-orders.ts';

/** Of whose account it was asked whether it is to be kept, and answered "Not now": it is asked once. */
const ANSWERED = 'keepNotNow';

/**
 * Whether the member of a practice account is asked to keep it: after the first fill or on the second real day,
 * whichever comes first, and once. `now` is real ms by the server's clock, undefined until that is known.
 */
export const isAskedToKeep = (user: UserInfo, { traded }: FirstOrders, now: number | undefined): boolean =>
  user.deviceOnly === true &&
  readStored(ANSWERED) !== user.id &&
  (traded !== undefined || (now !== undefined && now >= user.createdAt + DAY_MS));

/** Asks whether to keep a practice account. Needs the namespace `start`. */
export function KeepOrNot({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation('start');
  const [isAnswered, setAnswered] = useState(false);
  if (isAnswered) return null;
  const notNow = (): void => {
    store(ANSWERED, user.id);
    setAnswered(true);
  };
  return (
    <Card className={css.card}>
      <h2>{t('askTitle')}</h2>
      <p>{t('askText')}</p>
      <div className={css.answers}>
        <Button look="secondary" size="md" onClick={notNow}>
          {t('notNow')}
        </Button>
        <Button size="md" onClick={() => navigateTo('/pages/personal/keep')}>
          {t('keepIt')}
        </Button>
      </div>
    </Card>
  );
}

/** The first mission of a member without an order. Needs the namespace `start`. */
export function FirstMission() {
  const { t } = useTranslation('start');
  return (
    <Card className={css.card}>
      <h2>{t('missionTitle')}</h2>
      <p>{t('missionText')}</p>
      <div className={css.answers}>
        <Button size="md" onClick={() => navigateTo(at('/pages/learn/index', { mission: 'buy' }))}>
          {t('begin')}
        </Button>
      </div>
    </Card>
  );
}
