import { useState } from 'react';
import { fetchFile, type DownloadProgress } from '#api/fetch-file.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { Progress } from '#ui/progress.tsx';
import css from './help.module.css';

/** Plays a day again from its order log; the same in every language. */
const COMMAND = 'npm run replay-day -- FILE';

/**
 * What makes prices checkable: the order log of the newest closed market day, and how to play it again.
 * Needs the namespace `service`.
 */
export function OrderLog() {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [coming, setComing] = useState<DownloadProgress>();
  const [failed, setFailed] = useState<string>();

  async function get(): Promise<void> {
    setComing(undefined);
    setBusy(true);
    const fetched = await fetchFile('orderLog', {}, setComing);
    setFailed(fetched.ok ? undefined : fetched.message);
    setBusy(false);
  }

  return (
    <Card className={css.card}>
      <h2 className={css.title}>{t('orderLog')}</h2>
      <p className={css.plain}>{t('orderLogText')}</p>
      <div className={css.actions}>
        <Button size="md" look="secondary" busy={busy} onClick={() => void get()}>
          {t('orderLogGet')}
        </Button>
        {busy && coming && (
          <div className={css.coming}>
            <Progress label={t('orderLog')} part={coming.part} />
            <small>{t('orderLogComing', { size: showCount(Math.ceil(coming.bytes / 1000), language) })}</small>
          </div>
        )}
        {failed !== undefined && <Note tone="warn">{failed}</Note>}
      </div>
      <p className={css.plain}>{t('orderLogPlay')}</p>
      <p className={css.code}>
        <code>{COMMAND}</code>
      </p>
      <div className={css.actions}>
        <Button size="md" look="line" icon="copy" onClick={() => void copyText(COMMAND)}>
          {t('orderLogCopy')}
        </Button>
      </div>
    </Card>
  );
}
