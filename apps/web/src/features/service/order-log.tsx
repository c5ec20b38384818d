import { useState } from 'react';
import { fetchFile } from '#api/fetch-file.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import css from './help.module.css';

/** Plays a day again from its order log; the same in every language. */
const COMMAND = 'npm run replay-day -- FILE';

/** What makes prices checkable: the order log of the newest closed market day, and how anybody plays it again. Needs the namespace `service`. */
export function OrderLog() {
  const { t } = useTranslation('service');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();

  async function get(): Promise<void> {
    setBusy(true);
    const fetched = await fetchFile('orderLog', {});
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
