import { useState } from 'react';
import type { OwnLimitKind, Payload } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { QuickPicks } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Stepper } from '#ui/stepper.tsx';
import css from './limits.module.css';
import { LooserMoments } from './looser-moments.tsx';
import { NotSaved } from './not-saved.tsx';
import { useLimitWords, type LimitsNow, type OwnLimit } from './limit-words.ts';

type Edited = Exclude<OwnLimitKind, 'no_intraday'>;

/** Quick values, and how far a step goes, in rupees or orders. */
const QUICK: Readonly<Record<Edited, readonly string[]>> = {
  day_loss: ['1000', '2000', '5000'],
  day_orders: ['5', '10', '20'],
  largest_order: ['10000', '50000', '100000'],
};
const STEP: Readonly<Record<Edited, number>> = { day_loss: 500, day_orders: 1, largest_order: 5000 };
const MAX_VALUES: Readonly<Record<Edited, number>> = { day_loss: 1e10, day_orders: 1000, largest_order: 1e10 };
const NONE = 'none';

/** What a reader typed as a limit: none, or a value in its unit; undefined when it is neither. */
function readValue(kind: Edited, text: string): string | null | undefined {
  if (text === NONE) return null;
  if (kind === 'day_orders')
    return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000 ? String(Number(text)) : undefined;
  const amount = paise(text.replaceAll(',', ''));
  return amount !== undefined && amount > 0n && amount <= 1_000_000_000_000n ? rupees(amount) : undefined;
}

/** Whether the second is looser than the first, both in their unit; null is none. */
const isLooser = (now: string | null, next: string | null): boolean =>
  now !== null && (next === null || Number(next) > Number(now));

/** Whether both are the same value in their unit; null is none. */
const isEqual = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Number(one) === Number(other);

type Props = {
  readonly limit: OwnLimit & { readonly kind: Edited };
  readonly looser: LimitsNow['looser'];
  readonly busy: boolean;
  readonly notSaved: boolean;
  readonly onClose: () => void;
  readonly onSet: (payload: Payload<'setOwnLimit'>, said: string) => Promise<boolean>;
};

/** A limit is chosen: tighter starts at once, looser shows both of its moments. Needs `limits`. */
export function LimitSheet({ limit, looser, busy, notSaved, onClose, onSet }: Props) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const { kind, value: now, asked } = limit;
  const first = now === null ? QUICK[kind][1]! : kind === 'day_orders' ? now : String(Number(now));
  const [text, setText] = useState(first);
  const next = readValue(kind, text);
  const waits = next !== undefined && isLooser(now, next);
  const isSame = next !== undefined && isEqual(now, next);
  const isKept = isSame && asked !== undefined; // takes back what was asked for
  const isAsked = next !== undefined && asked !== undefined && isEqual(asked.value, next);
  // What was asked for already keeps its moments: asked for again, it would wait anew.
  const start = isAsked ? asked : looser;
  const shown = next === undefined || next === null ? t('none') : words.showValue(kind, next);
  const step = (direction: 1 | -1) => {
    const from = text === NONE || next === undefined ? Number(first) : Number(next);
    const to = Math.round((from + direction * STEP[kind]) / STEP[kind]) * STEP[kind];
    setText(String(Math.min(MAX_VALUES[kind], Math.max(kind === 'day_orders' ? 1 : STEP[kind], to))));
  };
  const set = async () => {
    if (next === undefined) return;
    const of = next === null ? {} : kind === 'day_orders' ? { orders: next } : { amount: next };
    const said = waits ? t('savedAsk') : t(isKept ? 'kept' : 'saved', { value: shown });
    if (await onSet({ kind, ...of } as Payload<'setOwnLimit'>, said)) onClose();
  };
  const isDated = start.fromDate !== null;
  const when = words.showStart(start);
  const after = words.showMoment(start.notBefore);
  const asks = isAsked
    ? next === null
      ? t('askedOff', { when })
      : t('asked', { value: shown, when })
    : next === null
      ? t(isDated ? 'askOff' : 'askOffLater', { when, at: after })
      : t(isDated ? 'ask' : 'askLater', { value: shown, when, at: after });
  const starts = next === null ? t('stepOff') : t('stepStarts', { value: shown });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(kind)}
      dock={
        <Button busy={busy} disabled={next === undefined || isAsked || (isSame && !isKept)} onClick={() => void set()}>
          {next === undefined
            ? t(text.trim() === '' ? 'typeFirst' : 'checkValue')
            : waits
              ? asks
              : t(isKept ? 'keep' : 'set', { value: shown })}
        </Button>
      }
    >
      <p className={css.about}>{t(`about_${kind}`)}</p>
      <Stepper
        className={css.stepper}
        label={t(`stop_${kind}`)}
        value={text === NONE ? '' : text}
        inputMode={kind === 'day_orders' ? 'numeric' : 'decimal'}
        onChange={setText}
        onStep={step}
        lessLabel={t('less')}
        moreLabel={t('more')}
        error={next === undefined ? t(kind === 'day_orders' ? 'ordersWrong' : 'amountWrong') : undefined}
        hint={t('nowIs', { value: words.valueOrNone(kind, now) })}
      />
      <QuickPicks
        label={t(kind)}
        value={text}
        onPick={setText}
        options={[
          ...QUICK[kind].map((quick) => ({
            value: quick,
            label: words.showValue(kind, kind === 'day_orders' ? quick : `${quick}.00`).replace(/\.00$/, ''),
          })),
          { value: NONE, label: t('none') },
        ]}
      />
      {notSaved && <NotSaved />}
      <div role="status" className={css.moments}>
        {waits && (
          <LooserMoments
            start={start}
            nowText={t('stepNowText', { value: words.showValue(kind, now ?? '') })}
            startText={starts}
          />
        )}
        {next !== undefined && <Note>{waits ? t('looserNote') : isSame ? t('sameNote') : t('tighterNote')}</Note>}
      </div>
    </Sheet>
  );
}
