import type { Language } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import text from './text.module.css';
import { LOCALES, showCountdown } from '#lib/time.ts';
import { useLanguage } from '#lib/language.ts';

/**
 * Seconds at which what is left is said aloud, and for how long the words stand, so that a late tick still says them.
 */
const SAID_AT = [30, 10];
const SAID_FOR = 3;

/**
 * Real time left, "4:12". `left` is in ms, updated every second by its owner. A screen reader hears it at 30
 * and at 10 seconds, politely.
 */
export function Countdown({
  left,
  className,
  label,
}: {
  readonly left: number;
  readonly className?: string | undefined;
  /** Says what ends, given "2 minutes 15 seconds", to a reader who does not see what stands around it. */
  readonly label?: (left: string) => string;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const seconds = Math.ceil(left / 1000);
  const said = SAID_AT.find((at) => seconds <= at && seconds > at - SAID_FOR);
  return (
    <>
      <time className={className} aria-hidden={label && true}>
        {showCountdown(left)}
      </time>
      {label && <span className={text.unseen}>{label(sayTime(seconds, language))}</span>}
      <span className={text.unseen} role="status">
        {said !== undefined && t('secondsLeft', { n: said })}
      </span>
    </>
  );
}

/** "2 minutes 15 seconds": "2:15" is read as a time of the day. */
function sayTime(seconds: number, language: Language): string {
  const left = Math.max(0, seconds);
  const count = (value: number, unit: 'minute' | 'second'): string =>
    new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  const minutes = Math.floor(left / 60);
  const words = [...(minutes > 0 ? [count(minutes, 'minute')] : []), count(left % 60, 'second')];
  return words.join(' ');
}
