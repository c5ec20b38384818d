import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { listed } from '#i18n/joined.ts';
import { Term } from '#features/terms/term.tsx';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';
import { href } from '#shell/navigation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Switch } from '#ui/checkbox.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { toast } from '#ui/toast.ts';
import {
  computedWith,
  definition,
  INDICATOR_IDS,
  type IndicatorId,
  type Setting,
  indicatorSign,
} from './indicators.ts';
import css from './indicators.module.css';
import {
  fits,
  resetIndicators,
  setIndicator,
  settingsOf,
  switchIndicator,
  useShownIndicators,
} from './shown-indicators.ts';

const PLACES = ['price', 'pane'] as const;

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The numbers of one are chosen from now on, and the chart shows them. */
  readonly onNumbers: () => void;
};

function useName() {
  const { t } = useTranslation('chart');
  return (id: IndicatorId): string => (id === 'stoch' ? t('stochastic') : indicatorSign(id));
}

/** Which indicators a chart shows, and their numbers: the chart follows at once. */
export default function IndicatorSheet({ open, onClose, onNumbers }: Props) {
  const { t } = useTranslation(['chart', 'common']);
  const title = useId();
  const name = useName();
  const [changing, setChanging] = useState<IndicatorId>();
  const [turn, setTurn] = useState(0); // the fields begin anew with the usual numbers
  const list = useRef<HTMLDivElement>(null);
  const changed = useRef<IndicatorId>(undefined);
  // What had the focus went with the other part of the sheet.
  useEffect(() => {
    if (changing) onNumbers();
    else if (changed.current) list.current?.querySelector<HTMLElement>(`[data-gear=${changed.current}]`)?.focus();
    changed.current = changing;
  }, [changing, onNumbers]);
  const close = (): void => {
    setChanging(undefined);
    onClose();
  };
  if (changing)
    return (
      <Sheet
        clear
        open={open}
        onClose={close}
        title={name(changing)}
        dock={
          <div className={css.dock}>
            <Button
              look="secondary"
              onClick={() => {
                setIndicator(changing, undefined);
                setTurn(turn + 1);
              }}
            >
              {t('usual')}
            </Button>
            <Button onClick={() => setChanging(undefined)}>{t('common:done')}</Button>
          </div>
        }
      >
        <Numbers key={turn} id={changing} />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('indicators')}
      dock={
        <div className={css.dock}>
          <Button look="secondary" onClick={resetIndicators}>
            {t('reset')}
          </Button>
          <Button onClick={close}>{t('common:done')}</Button>
        </div>
      }
    >
      <div ref={list}>
        {PLACES.map((place) => (
          <section key={place} aria-labelledby={`${title}-${place}`}>
            <h3 id={`${title}-${place}`} className={css.place}>
              {t(place === 'price' ? 'onPrice' : 'inPane')}
            </h3>
            <ul>
              {INDICATOR_IDS.filter((id) => definition(id).place === place).map((id) => (
                <Row key={id} id={id} onNumbers={() => setChanging(id)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={css.honest}>
        {t('honest')} <a href={href('/pages/index/customer/index?topic=real')}>{t('measured')}</a>
      </p>
    </Sheet>
  );
}

function Row({ id, onNumbers }: { readonly id: IndicatorId; readonly onNumbers: () => void }) {
  const { t } = useTranslation('chart');
  const shown = useShownIndicators();
  const name = useName()(id);
  const numbers = settingsOf(shown, id);
  return (
    <li className={css.row}>
      <div className={css.head}>
        <p className={css.name}>
          <strong>
            <Term name={id}>{name}</Term>
          </strong>{' '}
          <span>{listed(...computedWith({ id, settings: numbers }).map(String))}</span>
          <small>{t(`about.${id}`)}</small>
        </p>
        {numbers.length > 0 && (
          <IconButton icon="gear" label={t('change', { name })} data-gear={id} onClick={onNumbers} />
        )}
        <Switch
          label={name}
          on={shown.shown.includes(id)}
          onChange={(on) => {
            if (!switchIndicator(id, on)) toast(t(`full.${definition(id).place}`));
          }}
        />
      </div>
    </li>
  );
}

/** The next number of a setting in a direction, in its limits. */
const stepped = ({ min, max, step }: Setting, text: string, direction: 1 | -1): string => {
  const value = Math.min(max, Math.max(min, (Number(text) || 0) + direction * step));
  return String(Number((Math.round(value / step) * step).toFixed(4)));
};

/** The numbers of one; what does not fit is said, and the chart keeps the last that did. */
function Numbers({ id }: { readonly id: IndicatorId }) {
  const { t } = useTranslation('chart');
  const language = useLanguage();
  const { settings } = definition(id);
  const [typed, setTyped] = useState<readonly string[]>(() =>
    settingsOf(useShownIndicators.getState(), id).map(String),
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.parentElement?.scrollTo(0, 0); // the list may have been scrolled
  }, []);
  const change = (at: number, text: string): void => {
    const next = typed.map((one, index) => (index === at ? text : one));
    setTyped(next);
    const values = next.map(Number);
    if (next.every((one) => one !== '') && fits(id, values)) setIndicator(id, values);
  };
  const show = (value: number): string => showNumber(String(value), language);
  const isWhole = settings.every(({ min, max }, at) => Number(typed[at]) >= min && Number(typed[at]) <= max);
  const clash = isWhole && !fits(id, typed.map(Number)) ? t('fastFirst') : undefined;
  return (
    <div ref={place} tabIndex={-1} className={css.numbers}>
      <p className={css.about}>{t(`about.${id}`)}</p>
      {settings.map((setting, at) => {
        const { key, min, max, step } = setting;
        const label = t(`settings.${key as 'length'}`); // of our own table
        const range = t('range', { from: show(min), to: show(max) });
        const isOut = !(Number(typed[at]) >= min && Number(typed[at]) <= max);
        return (
          // Fields that follow each other stand apart; these stand side by side.
          <div key={key}>
            <Stepper
              label={label}
              value={typed[at]!}
              inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
              onChange={(text) => change(at, text)}
              onStep={(direction) => change(at, stepped(setting, typed[at]!, direction))}
              lessLabel={t('less', { name: label })}
              moreLabel={t('more', { name: label })}
              hint={range}
              error={isOut ? range : at === 0 ? clash : undefined}
            />
          </div>
        );
      })}
    </div>
  );
}
