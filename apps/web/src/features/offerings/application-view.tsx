import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Card } from '#ui/card.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { listed } from '#i18n/joined.ts';
import css from './application-view.module.css';
import { LIVE_MS, QUIET_MS, type Kind } from './offering.ts';
import { ApplicationStanding } from './application-standing.tsx';
import { SignAllotment, ChangeApplication } from './application-actions.tsx';
import { ApplicationFigures, ApplicationLinks } from './application-figures.tsx';
import { ApplicationHistory } from './application-history.tsx';

type Props = { readonly id: string; readonly kind?: Kind; readonly listPath: string };

/**
 * One application: how it stands, its money, what can be done, and everything that happened to it. Needs
 * `newStocks`, `refusals`, `answers`.
 */
export function ApplicationView({ id, kind, listPath }: Props) {
  const { t } = useTranslation(['newStocks', 'nav']);
  const [moving, setMoving] = useState(true);
  const asked = useCall('subscriptions', { id, ...(kind && { kind }) }, { refetchMs: moving ? LIVE_MS : QUIET_MS });
  const application = asked.data?.list[0];
  const isLive = application?.state === 'subscribed' || application?.state === 'winning_lots';
  if (application && isLive !== moving) setMoving(isLive);
  return (
    <Page
      {...(application && {
        title: application.name,
        subtitle: listed(application.code, t(`kind.${application.kind}`)),
      })}
      onRefresh={asked.again}
      {...(application?.state === 'winning_lots' && { dock: <SignAllotment application={application} /> })}
    >
      <Answer of={asked} wait={<SkeletonRows rows={8} />}>
        {() =>
          application ? (
            <>
              <ApplicationStanding application={application} />
              <ChangeApplication application={application} />
              <ApplicationFigures application={application} />
              <ApplicationLinks application={application} />
              <Card>
                <h2 className={css.title}>{t('whatHappened')}</h2>
                <ApplicationHistory application={application} />
              </Card>
              <div className={css.end} />
            </>
          ) : (
            <Empty
              icon="ticket"
              title={t('unknownApplication')}
              text={t('unknownApplicationText')}
              action={{ label: t('nav:records'), onPress: () => redirectTo(listPath) }}
            />
          )
        }
      </Answer>
    </Page>
  );
}
