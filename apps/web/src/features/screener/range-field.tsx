import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { plainDecimal, printHundredths, readHundredths, type FigureRange, type ScreenRange } from '@khara/rules';
import { Named } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Field } from '#ui/field.tsx';
import { FIGURE_TERMS } from './figures.ts';
import css from './screener.module.css';
import { useSayCondition } from './say-condition.ts';

/** Bars of the picture of all shares. */
const BARS = 30;
/** Beyond this part of all shares the scale ends, or a few large ones would leave no room for the others. */
const SCALE_PART = 0.95;

type Props = {
  readonly name: ScreenRange;
  /** Of every share, smallest first, equal ones as often as there are. */
  readonly all: readonly number[];
  readonly range: FigureRange | undefined;
  readonly onChange: (range: FigureRange | undefined) => void;
};

/** A range by two knobs and two fields: knobs step through values that exist, the fields take any. */
export function RangeField({ name, all, range: given, onChange }: Props) {
  const range: FigureRange = given ?? {};
  const { t } = useTranslation('screener');
  const say = useSayCondition();
  const title = useId();
  const least = all[0] ?? 0;
  const most = Math.max(all[Math.floor((all.length - 1) * SCALE_PART)] ?? 0, least + 1);
  const place = (value: number): number => Math.min(1, Math.max(0, (value - least) / (most - least)));
  const { from, to } = range;
  const counts = Array<number>(BARS).fill(0);
  for (const value of all) counts[Math.min(BARS - 1, Math.floor(place(value) * BARS))]! += 1;
  const highest = Math.max(1, ...counts);
  const [low, high] = [from === undefined ? 0 : place(from), to === undefined ? 1 : place(to)];
  const set = (end: 'from' | 'to', value: number | undefined): void => {
    const { [end]: _, ...other } = range;
    const next: FigureRange = value === undefined ? other : { ...other, [end]: value };
    onChange(next.from === undefined && next.to === undefined ? undefined : next);
  };
  return (
    <section className={css.range} aria-labelledby={title}>
      <div className={css.rangeHead}>
        <h3 id={title}>
          <Named name={FIGURE_TERMS[name]}>{t(`names.${name}`)}</Named>
        </h3>
        <p>{say.condition({ ranges: { [name]: range }, choices: {} }, name)}</p>
      </div>
      <div className={css.bars} aria-hidden="true">
        {counts.map((count, at) => {
          const middle = (at + 0.5) / BARS;
          return (
            <i
              key={at}
              data-kept={(middle >= low && middle <= high) || undefined}
              style={{ height: `${count === 0 ? 0 : 6 + (94 * count) / highest}%` }}
            />
          );
        })}
      </div>
      <div className={css.slider} data-set={from !== undefined || to !== undefined || undefined}>
        <b style={{ left: `${100 * low}%`, right: `${100 - 100 * high}%` }} />
        {(['from', 'to'] as const).map((end) => (
          <Knob
            key={end}
            label={t(end === 'from' ? 'least' : 'most', { name: t(`names.${name}`) })}
            said={range[end] === undefined ? t('any') : say.figure(name, range[end])}
            all={all}
            place={place}
            value={range[end]}
            end={end}
            other={end === 'from' ? to : from}
            onChange={(value) => set(end, value)}
          />
        ))}
      </div>
      <div className={css.ends}>
        {(['from', 'to'] as const).map((end) => (
          <End
            key={`${end} ${range[end] ?? ''}`}
            label={t(end === 'from' ? 'from' : 'to')}
            value={range[end]}
            isWrong={(value) => (end === 'from' ? to !== undefined && value > to : from !== undefined && value < from)}
            onChange={(value) => set(end, value)}
          />
        ))}
      </div>
    </section>
  );
}

type EndProps = {
  readonly label: string;
  readonly value: number | undefined;
  readonly isWrong: (value: number) => boolean;
  readonly onChange: (value: number | undefined) => void;
};

/** One end in figures; empty is any. It counts when it is left, or with Enter. */
function End({ label, value, isWrong, onChange }: EndProps) {
  const { t } = useTranslation('screener');
  const [typed, setTyped] = useState(value === undefined ? '' : printHundredths(value));
  const [error, setError] = useState<string>();
  const take = (): void => {
    const next = typed === '' ? undefined : readHundredths(typed);
    if (typed !== '' && next === undefined) return setError(t('wrongNumber'));
    if (next !== undefined && isWrong(next)) return setError(t('wrongEnds'));
    setError(undefined);
    if (next !== value) onChange(next);
    return undefined;
  };
  return (
    <Field
      label={label}
      value={typed}
      placeholder={t('any')}
      inputMode="decimal"
      autoComplete="off"
      error={error}
      onChange={(event) => setTyped(plainDecimal(event.target.value))}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

type KnobProps = {
  readonly label: string;
  readonly said: string;
  readonly all: readonly number[];
  readonly place: (value: number) => number;
  readonly value: number | undefined;
  readonly end: 'from' | 'to';
  readonly other: number | undefined;
  readonly onChange: (value: number | undefined) => void;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

function Knob({ label, said, all, place, value, end, other, onChange }: KnobProps) {
  const knob = useRef<HTMLSpanElement>(null);
  const values = [...new Set(all)];
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const now = value ?? (end === 'from' ? first : last);
  /** At its own end of all values a knob asks for nothing. */
  const move = (to: number): void => {
    const clamped = end === 'from' ? Math.min(to, other ?? last) : Math.max(to, other ?? first);
    onChange(clamped === (end === 'from' ? first : last) ? undefined : clamped);
  };
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    // The first that is not below it: what was typed may be no value of a share.
    const found = values.findIndex((one) => one >= now);
    const at = found < 0 ? values.length - 1 : found;
    move(values[Math.min(values.length - 1, Math.max(0, at + by))] ?? now);
  };
  const drag = ({ clientX, buttons }: PointerEvent): void => {
    const box = knob.current?.parentElement?.getBoundingClientRect();
    if (!box || buttons === 0) return;
    const part = (clientX - box.left) / box.width;
    const nearest = values.reduce(
      (best, one) => (Math.abs(place(one) - part) < Math.abs(place(best) - part) ? one : best),
      first,
    );
    move(part >= 1 && end === 'to' ? last : part <= 0 && end === 'from' ? first : nearest);
  };
  return (
    <span
      ref={knob}
      role="slider"
      tabIndex={0}
      className={css.knob}
      style={{ left: `${100 * (value === undefined ? (end === 'from' ? 0 : 1) : place(value))}%` }}
      aria-label={label}
      aria-valuemin={first / 100}
      aria-valuemax={last / 100}
      aria-valuenow={now / 100}
      aria-valuetext={said}
      onKeyDown={step}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}
