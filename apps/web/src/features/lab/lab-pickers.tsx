import { toSearchText } from '@khara/rules';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate } from '#lib/time.ts';
import { Chip } from '#ui/choice.tsx';
import { Field } from '#ui/field.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { dayName } from './lab-address.ts';
import type { ClosedDays } from './lab-worker.ts';
import type { LabDay } from './lane.ts';
import type { ReplayProps } from './use-replay.ts';
import css from './lab.module.css';

/** Which day and which share are played: two chips, or two rows where there is room for them. */
export function Choices({
  day,
  days,
  change,
  asRows,
}: Pick<ReplayProps, 'day' | 'days' | 'change'> & { readonly asRows?: boolean }) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const [picking, setPicking] = useState<'day' | 'share'>();
  const pick = (changes: Readonly<Record<string, string | undefined>>): void => {
    setPicking(undefined);
    change({ ...changes, orders: undefined });
  };
  const date = showMarketDate(day.marketDate, language);
  return (
    <>
      {asRows ? (
        <>
          <ListRow icon="clock" title={date} text={t('day')} onPress={() => setPicking('day')} />
          <ListRow icon="chart" title={day.code} text={t('share')} onPress={() => setPicking('share')} />
        </>
      ) : (
        <div className={css.choose}>
          <Chip opens onPress={() => setPicking('day')}>
            {date}
          </Chip>
          <Chip opens onPress={() => setPicking('share')}>
            {day.code}
          </Chip>
        </div>
      )}
      <DayPicker
        open={picking === 'day'}
        onClose={() => setPicking(undefined)}
        days={days}
        onPick={(name) => pick({ date: name, at: undefined })}
      />
      <SharePicker
        open={picking === 'share'}
        onClose={() => setPicking(undefined)}
        shares={day.shares}
        onPick={(code) => pick({ code })}
      />
    </>
  );
}

/** The closed days, own ones first; the one that runs is there too, and cannot be chosen. */
function DayPicker({
  open,
  onClose,
  days,
  onPick,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly days: ClosedDays;
  readonly onPick: (name: string) => void;
}) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  return (
    <Sheet open={open} onClose={onClose} title={t('chooseDay')}>
      {days.running !== undefined && (
        <p className={css.none}>{t('runningDay', { date: showMarketDate(days.running, language) })}</p>
      )}
      {days.days.map((day) => (
        <ListRow
          key={dayName(day)}
          icon="clock"
          title={showMarketDate(day.marketDate, language)}
          text={day.isRecorded && t('recorded')}
          onPress={() => onPick(dayName(day))}
        />
      ))}
    </Sheet>
  );
}

/** Shares that are listed; the others are found by their name. */
const MAX_SHOWN = 40;

function SharePicker({
  open,
  onClose,
  shares,
  onPick,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly shares: LabDay['shares'];
  readonly onPick: (code: string) => void;
}) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const [text, setText] = useState('');
  const wanted = toSearchText(text);
  const found = shares.filter(({ code, names }) =>
    toSearchText(`${code} ${names.en} ${names[language]}`).includes(wanted),
  );
  return (
    <Sheet open={open} onClose={onClose} title={t('chooseShare')}>
      <div className={css.form}>
        <Field
          label={t('findShare')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          autoComplete="off"
        />
      </div>
      {found.length === 0 && <p className={css.none}>{t('noShare')}</p>}
      {found.slice(0, MAX_SHOWN).map(({ code, names }) => (
        <ListRow key={code} icon="chart" title={code} text={names[language]} onPress={() => onPick(code)} />
      ))}
    </Sheet>
  );
}
