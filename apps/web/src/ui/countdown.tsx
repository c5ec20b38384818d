import { useTranslation } from '#i18n/use-translation.ts';
import text from './text.module.css';
import { showCountdown } from '#lib/time.ts';

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
  /** The subject that ends, for a reader who does not see what stands around it. */
  readonly label?: (left: string) => string;
}) {
  const { t } = useTranslation();
  const seconds = Math.ceil(left / 1000);
  const said = SAID_AT.find((at) => seconds <= at && seconds > at - SAID_FOR);
  return (
    <>
      <time className={className} aria-label={label?.(showCountdown(left))}>
        {showCountdown(left)}
      </time>
      <span className={text.unseen} role="status">
        {said !== undefined && t('secondsLeft', { n: said })}
      </span>
    </>
  );
}
