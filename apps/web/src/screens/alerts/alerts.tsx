import type { Data } from '@khara/contract';
import { useState } from 'react';
import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import css from '#features/security/security.module.css';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { showPrice } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { showMarketMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';

/** An alert begins with its share. */
const addAlert = (): void => navigateTo('/pages/index/search/index');

type Alert = Data<'alerts'>['list'][number];

/**
 * All alerts on prices, of every share: those that wait, then those that were met. The one that was deleted last keeps
 * its place until the page is left, to be put back.
 */
export default function Alerts() {
  const { t } = useTranslation(['watching', 'security']);
  const alerts = useCall('alerts', {});
  const [deleted, setDeleted] = useState<{ readonly alert: Alert; readonly place: number }>();
  const others = (alerts.data?.list ?? []).filter(({ id }) => id !== deleted?.alert.id);
  const rows = deleted ? others.toSpliced(deleted.place, 0, deleted.alert) : others;

  const remove = async (alert: Alert, place: number): Promise<void> => {
    const result = await call('deleteAlert', { id: alert.id });
    if (!result.ok) return toast(result.message, { urgent: true });
    // One that was met or stopped would come back as one that waits.
    setDeleted(alert.metMarketTime === null && !alert.paused ? { alert, place } : undefined);
    refresh(['alerts']);
  };
  const putBack = async ({ code, condition, price, label }: Alert): Promise<void> => {
    const result = await call('saveAlert', { code, condition, price, ...(label !== null && { label }) });
    if (!result.ok) return toast(result.message, { urgent: true });
    setDeleted(undefined);
    refresh(['alerts']);
  };
  return (
    <Page
      onRefresh={alerts.again}
      dock={rows.length > 0 ? <Button onClick={addAlert}>{t('security:addAlert')}</Button> : undefined}
    >
      <Answer of={alerts} wait={<SkeletonRows />}>
        {() =>
          rows.length === 0 ? (
            <Empty
              icon="alert"
              title={t('security:noAlerts')}
              text={t('security:noAlertsText')}
              action={{ label: t('security:addAlert'), onPress: addAlert }}
            />
          ) : (
            <div className={css.page}>
              <RowGroup>
                {rows.map((alert, place) => (
                  <AlertRow
                    key={alert.id}
                    alert={alert}
                    isDeleted={alert === deleted?.alert}
                    onRemove={() => void remove(alert, place)}
                    onPutBack={() => void putBack(alert)}
                  />
                ))}
              </RowGroup>
            </div>
          )
        }
      </Answer>
    </Page>
  );
}

function AlertRow({
  alert: { code, condition, price, paused, metMarketTime, metPrice },
  isDeleted,
  onRemove,
  onPutBack,
}: {
  readonly alert: Alert;
  readonly isDeleted: boolean;
  readonly onRemove: () => void;
  readonly onPutBack: () => void;
}) {
  const { t } = useTranslation(['watching', 'security']);
  const language = useLanguage();
  const state =
    metMarketTime === null
      ? t(paused ? 'paused' : 'waiting')
      : t('metAt', {
          price: showPrice(metPrice, language),
          at: showMarketMoment(indiaFields(metMarketTime), language),
        });
  return (
    <ListRow
      icon={metMarketTime === null ? 'alert' : 'check'}
      title={
        <a href={href(at('/pages/market/details', { code }))}>
          {code} · {t(condition === 'above' ? 'atOrMore' : 'atOrLess', { price: showPrice(price, language) })}
        </a>
      }
      text={isDeleted ? <span role="status">{t('security:removed')}</span> : state}
      value={
        isDeleted ? (
          // The button that was pressed is gone: keys go on from here.
          <TextButton autoFocus onClick={onPutBack}>
            {t('undo')}
          </TextButton>
        ) : (
          <IconButton icon="close" size={20} label={t('remove')} onClick={onRemove} />
        )
      }
    />
  );
}
