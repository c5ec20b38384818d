import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#api/session.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { SealRow } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import { lastSummary, useVerification } from './verification.ts';
import css from './proof.module.css';

/**
 * The seal of the statement. It says only what this device has computed; before that, what will be. Needs the
 * namespace `proof`.
 */
export function SealButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation('proof');
  const language = useLanguage();
  const userId = useSession((session) => session.userInfo?.id);
  const state = useVerification();
  const mine = state.userId === userId ? state : undefined;
  const summary = lastSummary(userId);
  const broken = mine?.verdict?.ok === false;
  const time = (at: number) => showMoment(at, language);
  const [title, text] = mine?.running
    ? [t('working'), t('counted', { n: showCount(mine.running.lines, language) })]
    : broken
      ? [t('doesNotAgree'), t('doesNotAgreeText', { time: time(mine?.at ?? 0) })]
      : summary
        ? [
            t('allIn', { lines: showCount(summary.lines, language) }),
            t('checkedAt', { time: time(summary.at), size: showCount(summary.size, language) }),
          ]
        : [t('verify'), t('verifyText')];
  return (
    <SealRow
      icon={broken ? 'warn' : 'seal'}
      title={title}
      text={text}
      onPress={onPress}
      className={cx(css.seal, broken && css.broken)}
    />
  );
}
