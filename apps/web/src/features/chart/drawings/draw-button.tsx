import { useEffect } from 'react';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Icon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.ts';
import css from '../chart-panel.module.css';
import type { Adjustment } from './drawings.ts';
import { adjustDrawings, takeDrawings, useDrawings } from './kept-drawings.ts';
import { startSending } from './send-drawings.ts';

/** Time enough to read two sentences, in ms. */
const READ_MS = 5000;

type Props = {
  readonly code: string;
  readonly adjustments: readonly Adjustment[] | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** Opens the tools that draw, which come with the first tap on it, and says how many drawings there are. */
export function DrawButton({ code, adjustments, isOpen, onToggle }: Props) {
  const { t } = useTranslation('chart');
  const language = useLanguage();
  const { list, adjustedUntil } = useDrawings(code);
  const isMember = useSignedIn();
  const { data: account } = useCall('drawings', { code }, { enabled: isMember });
  useEffect(startSending, []);
  useEffect(() => {
    if (!adjustments) return;
    if (adjustDrawings(code, adjustments)) toast(t('drawings.adjusted'), { ms: READ_MS });
    if (account) takeDrawings(code, account, adjustments);
    // What stands there now may be of another session, or of another window, and be behind.
  }, [code, adjustments, adjustedUntil, account, t]);
  return (
    <button
      type="button"
      className={css.opener}
      aria-pressed={isOpen}
      // While they are open the key is a tool's.
      aria-keyshortcuts={isOpen ? undefined : 'D'}
      onClick={onToggle}
    >
      <Icon name="draw" size={18} />
      {t('drawings.draw')}
      {list.length > 0 && <b>{showCount(list.length, language)}</b>}
    </button>
  );
}
