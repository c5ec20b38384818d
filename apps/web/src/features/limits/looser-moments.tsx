import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Timeline } from '#ui/timeline.tsx';
import { useLimitWords, type Start } from './limit-words.ts';

/** Now, the end of 24 hours, and the market day that then begins first: when a looser limit starts. Needs `limits`. */
export function LooserMoments({
  start,
  nowText,
  startText,
}: {
  readonly start: Start;
  /** What stays in force until then, and what starts. */
  readonly nowText: string;
  readonly startText: string;
}) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const isDated = start.fromDate !== null;
  return (
    <Timeline
      steps={[
        { key: 'now', title: t('stepNow'), text: nowText },
        { key: 'hours', title: words.realMoment(start.notBefore), text: t('stepHours'), done: false },
        {
          key: 'day',
          title: isDated ? words.showStart(start) : t('stepNext'),
          text: isDated ? paragraph(startText, t('stepDay')) : startText,
          done: false,
        },
      ]}
    />
  );
}
