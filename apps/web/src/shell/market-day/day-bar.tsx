import { type PartSpan, timeOfDay } from './day-parts.ts';
import css from './day-bar.module.css';

/** The parts of a market day as far as they are over; `now` is in market fields. Words stand beside it. */
export function DayBar({ parts, now }: { readonly parts: readonly PartSpan[]; readonly now: number }) {
  const time = timeOfDay(now);
  return (
    <div className={css.day} aria-hidden="true">
      {parts.map(({ part, fromMs, toMs }) => (
        <i key={fromMs} style={{ flexGrow: toMs - fromMs }} data-on={(time >= fromMs && time < toMs) || undefined}>
          <i style={{ width: `${Math.min(1, Math.max(0, (time - fromMs) / (toMs - fromMs))) * 100}%` }} key={part} />
        </i>
      ))}
    </div>
  );
}
