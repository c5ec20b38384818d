import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import css from './invitation.module.css';
import { tourIsSeen } from './seen.ts';
import { startTour } from './start-tour.ts';

/**
 * The tour is offered, in the flow of the page, and can be skipped for good. Needs the
 * namespace `home`.
 */
export function Invitation() {
  const { t } = useTranslation('home');
  return (
    <Card pad className={css.card}>
      <h2>{t('tourInvite')}</h2>
      <p>{t('tourText')}</p>
      <div className={css.answers}>
        <Button look="secondary" size="md" onClick={tourIsSeen}>
          {t('tourSkip')}
        </Button>
        <Button size="md" onClick={() => void startTour()}>
          {t('tourStart')}
        </Button>
      </div>
    </Card>
  );
}
