import { useState } from 'react';
import { CLASS_STARTS_PAISE, DAY_MS, MAX_CLASS_NAME, MAX_CLASS_SEATS } from '@khara/rules';
import { rupees } from '@khara/money';
import { serverNow } from '#api/market-clock.ts';
import { call } from '#api/client.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Field } from '#ui/field.tsx';
import { MissionPicker, type Assignments } from './mission-picker.tsx';
import css from './classes.module.css';

const STARTS = CLASS_STARTS_PAISE.map(rupees);
const FOUR_WEEKS_MS = 28 * DAY_MS;

/** The form that opens a class. Needs `classes`, `learn`, `refusals`. */
export function OpenClass() {
  const { t } = useTranslation('classes');
  const language = useLanguage();
  const [name, setName] = useState('');
  const [seats, setSeats] = useState('30');
  const [start, setStart] = useState(STARTS[1]!);
  const [endsOn, setEndsOn] = useState(() => new Date(serverNow() + FOUR_WEEKS_MS).toISOString().slice(0, 10));
  const [missions, setMissions] = useState<Assignments>([{ id: 'buy', on: null }]);
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly field: string | undefined }>();
  const [isBusy, setBusy] = useState(false);
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined);

  const open = async (): Promise<void> => {
    setBusy(true);
    const result = await call('openClass', { name, seats, start, endsOn, missions });
    setBusy(false);
    if (result.ok) return navigateTo(at('/pages/class/board', { id: result.data.id }));
    setRefusal({ message: result.message, field: result.field });
  };
  const amount = new Intl.NumberFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
    numberingSystem: 'latn',
  });
  return (
    <Card>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <h2 className={css.head}>{t('openTitle')}</h2>
        <Field
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          maxLength={MAX_CLASS_NAME}
          onChange={({ target }) => setName(target.value)}
          error={errorOf('name')}
        />
        <Field
          label={t('seats')}
          inputMode="numeric"
          value={seats}
          max={MAX_CLASS_SEATS}
          onChange={({ target }) => setSeats(target.value)}
          error={errorOf('seats')}
        />
        <span className={css.label} aria-hidden="true">
          {t('start')}
        </span>
        <Segmented
          label={t('start')}
          value={start}
          onChange={setStart}
          options={STARTS.map((value) => ({ value, label: amount.format(Number(value)) }))}
        />
        <Field
          label={t('endsOn')}
          hint={t('endsHint')}
          type="date"
          value={endsOn}
          onChange={({ target }) => setEndsOn(target.value)}
          error={errorOf('endsOn')}
        />
        <MissionPicker chosen={missions} onChange={setMissions} />
        {refusal && !['name', 'seats', 'endsOn'].includes(refusal.field ?? '') && (
          <p className={css.wrong} role="alert">
            {refusal.message}
          </p>
        )}
        <Button type="submit" busy={isBusy}>
          {t('open')}
        </Button>
      </form>
    </Card>
  );
}
