import { useEffect, useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { call } from '#api/client.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { CodeForm } from './code-form.tsx';
import css from './security.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

const Qr = lazyPart(() => import('#features/money/qr.tsx'));

type Props = {
  readonly open: boolean;
  /** The key, generated for this opening alone: one that was shown and not confirmed counts for nothing. */
  readonly setup: Data<'totpSetup'> | undefined;
  readonly onClose: () => void;
  readonly onSwitched: () => void;
};

/**
 * Sets up the second factor: the key as a picture and as text, a first code, then the recovery codes, which
 * are shown this once.
 */
export function TotpSheet({ open, setup, onClose, onSwitched }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    if (open) setCodes(undefined);
  }, [open]);

  const confirm = async (otp: string) => {
    const result = await call('totpConfirm', { otp });
    if (!result.ok) return result;
    setCodes(result.data.recoveryCodes);
    onSwitched();
    return result;
  };
  if (codes) {
    return (
      <Sheet open={open} onClose={onClose} title={t('recoveryTitle')} dismissible={false}>
        <Note tone="gold" icon="key">
          <Trans text={t('recoveryText')} components={{ 1: <b /> }} />
        </Note>
        <ol className={css.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={css.two}>
          <Button look="line" size="md" icon="copy" onClick={() => void copyText(codes.join('\n'))}>
            {t('common:copy')}
          </Button>
          <Button
            look="line"
            size="md"
            icon="down"
            onClick={() => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'khara-codes.txt')}
          >
            {t('download')}
          </Button>
        </div>
        <Button onClick={onClose}>{t('kept')}</Button>
      </Sheet>
    );
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('setUpTitle')}>
      {setup && (
        <>
          <p className={css.text}>{t('scan')}</p>
          <Qr text={setup.url} label={t('qr')} />
          <div className={css.key}>
            <span>{t('key')}</span>
            <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </div>
          <Button look="line" size="md" icon="copy" onClick={() => void copyText(setup.secret)}>
            {t('copyKey')}
          </Button>
          <CodeForm label={t('code')} hint={t('codeHint')} digitsOnly action={t('switchOn')} onCode={confirm} />
        </>
      )}
    </Sheet>
  );
}
