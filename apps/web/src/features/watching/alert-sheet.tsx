import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { paise, rupees } from '@khara/money';
import type { Data } from '@khara/contract';
import { indiaFields } from '#api/market-clock.ts';
import { call, refresh, useQuote } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { showPrice } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { showMarketMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import css from './watching.module.css';

type Alert = Data<'alerts'>['list'][number];
type Condition = Alert['condition'];
type Props = {
  readonly code: string;
  readonly price: string;
  readonly tickSize: string;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Makes an alert on a price and shows those of this share, waiting and met. Needs the namespace `watching`. */
export default function AlertSheet({ code, price, tickSize, open, onClose }: Props) {
  const { t } = useTranslation('watching');
  const language = useLanguage();
  const last = useQuote(code)?.price ?? price;
  const [condition, setCondition] = useState<Condition>('above');
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const alerts = useCall('alerts', { code }, { enabled: open });
  const value = typed ?? near(last, tickSize, condition);

  const step = (direction: 1 | -1) => {
    const now = paise(value);
    const tick = paise(tickSize) ?? 1n;
    if (now !== undefined && now + BigInt(direction) * tick > 0n) setTyped(rupees(now + BigInt(direction) * tick));
  };
  const save = async () => {
    setBusy(true);
    const result = await call('saveAlert', { code, condition, price: value });
    setBusy(false);
    if (!result.ok) return setError(result.message);
    setTyped(undefined);
    toast(t('isSet'));
    refresh(['alerts']);
    return undefined;
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('alertFor', { code })}
      dock={
        <Button busy={busy} onClick={() => void save()}>
          {t('set')}
        </Button>
      }
    >
      <div className={css.form}>
        <Segmented
          label={t('when')}
          options={[
            { value: 'above', label: t('above') },
            { value: 'below', label: t('below') },
          ]}
          value={condition}
          onChange={(next) => {
            setCondition(next);
            setTyped(undefined);
            setError(undefined);
          }}
        />
        <Stepper
          label={t('price')}
          inputMode="decimal"
          value={value}
          onChange={(next) => {
            setTyped(next);
            setError(undefined);
          }}
          onStep={step}
          lessLabel={t('less')}
          moreLabel={t('more')}
          hint={t('priceHint', { price: showPrice(last, language), tick: showPrice(tickSize, language) })}
          error={error}
        />
      </div>
      <div className={css.flush}>
        <SectionHead title={t('alerts')} />
      </div>
      <Answer of={alerts} isPart wait={<SkeletonRows rows={2} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={css.none}>{t('noAlerts')}</p>
          ) : (
            <div className={css.flush}>
              <RowGroup>
                {list.map((alert) => (
                  <ListRow
                    key={alert.id}
                    title={t(alert.condition === 'above' ? 'atOrMore' : 'atOrLess', {
                      price: showPrice(alert.price, language),
                    })}
                    text={
                      alert.metMarketTime === null
                        ? t(alert.paused ? 'paused' : 'waiting')
                        : t('metAt', {
                            price: showPrice(alert.metPrice, language),
                            at: showMarketMoment(indiaFields(alert.metMarketTime), language),
                          })
                    }
                    value={
                      <IconButton icon="delete" size={20} label={t('remove')} onClick={() => void remove(alert.id)} />
                    }
                  />
                ))}
              </RowGroup>
            </div>
          )
        }
      </Answer>
    </Sheet>
  );
}

async function remove(id: string): Promise<void> {
  const result = await call('deleteAlert', { id });
  if (!result.ok) toast(result.message, { urgent: true });
  refresh(['alerts']);
}

/** Two in a hundred away from the last price, on the tick. */
function near(last: string, tickSize: string, condition: Condition): string {
  const now = paise(last) ?? 0n;
  const tick = paise(tickSize) ?? 1n;
  const wanted = (now * (condition === 'above' ? 102n : 98n)) / 100n;
  const onTick = (wanted / tick) * tick;
  return rupees(onTick > 0n ? onTick : tick);
}
