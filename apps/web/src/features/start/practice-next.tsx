import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { Invitation } from '#features/tour/invitation.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { readStored, store } from '#lib/storage.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DAY_MS } from '@khara/rules';
import css from '#features/tour/invitation.module.css';
import { useFirstOrders } from './use-first-orders.ts';

/** Of whose account it was asked whether it is to be kept, and answered "Not now": it is asked once. */
const ANSWERED = 'keepNotNow';

/**
 * The one thing that waits for the member of a practice account: keeping it, after the first fill or on the second real
 * day, whichever comes first; before the first order the first mission; else the tour. Needs the namespace `start`.
 */
export default function PracticeNext() {
  const { t } = useTranslation(['start', 'nav']);
  const user = useSession(({ userInfo }) => userInfo);
  const orders = useFirstOrders();
  const [answered, setAnswered] = useState(() => readStored(ANSWERED));
  if (!user || !orders) return null;
  const isSecondDay = Date.now() >= user.createdAt + DAY_MS;
  if (answered !== user.id && (orders.filled || isSecondDay)) {
    const notNow = (): void => {
      store(ANSWERED, user.id);
      setAnswered(user.id);
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
  if (orders.placed) return <Invitation />;
  return (
    <Card className={css.card}>
      <h2>{t('missionTitle')}</h2>
      <p>{t('missionText')}</p>
      <div className={css.answers}>
        <Button size="md" onClick={() => navigateTo('/pages/learn/index')}>
          {t('begin')}
        </Button>
      </div>
    </Card>
  );
}
