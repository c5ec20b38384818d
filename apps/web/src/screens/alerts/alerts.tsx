import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import css from '#features/security/security.module.css';
import { at, href, navigateTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { showPrice } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMarketMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';

/** All alerts on prices, of every share: those that wait, then those that were met. */
export default function Alerts() {
  const { t } = useTranslation(['watching', 'security']);
  const language = useLanguage();
  const alerts = useCall('alerts', {});
  return (
    <Page
      onRefresh={alerts.again}
      dock={
        alerts.data && alerts.data.list.length > 0 ? (
          <Button onClick={() => navigateTo('/pages/index/search/index')}>{t('security:addAlert')}</Button>
        ) : undefined
      }
    >
      <Answer of={alerts} wait={<SkeletonRows />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty
              icon="alert"
              title={t('security:noAlerts')}
              text={t('security:noAlertsText')}
              action={{ label: t('security:toMarket'), onPress: () => switchTab('/pages/market/index') }}
            />
          ) : (
            <div className={css.page}>
              <RowGroup>
                {list.map(({ id, code, condition, price, paused, metMarketTime, metPrice }) => (
                  <ListRow
                    key={id}
                    icon={metMarketTime === null ? 'alert' : 'check'}
                    title={
                      <a href={href(at('/pages/market/details', { code }))}>
                        {code} ·{' '}
                        {t(condition === 'above' ? 'atOrMore' : 'atOrLess', { price: showPrice(price, language) })}
                      </a>
                    }
                    text={
                      metMarketTime === null
                        ? t(paused ? 'paused' : 'waiting')
                        : t('metAt', {
                            price: showPrice(metPrice, language),
                            at: showMarketMoment(indiaFields(metMarketTime), language),
                          })
                    }
                    value={<IconButton icon="close" size={20} label={t('remove')} onClick={() => void remove(id)} />}
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

async function remove(id: string): Promise<void> {
  const result = await call('deleteAlert', { id });
  if (!result.ok) toast(result.message, { urgent: true });
  refresh(['alerts']);
}
