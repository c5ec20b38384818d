import { useEffect, useState } from 'react';
import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './programs.module.css';

const SHOWN_MS = 1500;

/** Shows a new key with its secret and its token, this once: it closes when the reader says that they are stored. */
export function SecretSheet({
  made,
  onDone,
}: {
  readonly made: Data<'makeProgramKey'> | undefined;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('programs');
  const [stored, setStored] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!made) return undefined;
    setStored(false);
    setError(undefined);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [made]);
  if (!made) return null;
  const { key, secret, accessToken } = made;
  return (
    <Sheet
      open
      onClose={() => undefined}
      dismissible={false}
      title={t('ready', { name: key.name })}
      dock={
        <Button
          look={stored ? 'primary' : 'secondary'}
          onClick={() => {
            if (stored) onDone();
            else setError(t('tick'));
          }}
        >
          {t('done')}
        </Button>
      }
    >
      <p className={css.text}>{t('once')}</p>
      <Shown what={t('key')} text={key.id} />
      <Shown what={t('secret')} text={secret} strong />
      <Shown what={t('token')} text={accessToken} strong />
      <Note tone="warn">{t(key.scope === 'trade' ? 'whoHas' : 'whoReads')}</Note>
      <div className={css.stored}>
        <Checkbox
          checked={stored}
          error={stored ? undefined : error}
          onChange={(on) => {
            setStored(on);
            setError(undefined);
          }}
        >
          {t('stored')}
        </Checkbox>
      </div>
    </Sheet>
  );
}

/** A text to copy: it can be selected, breaks anywhere, and is no input. */
function Shown({
  what,
  text,
  strong = false,
}: {
  readonly what: string;
  readonly text: string;
  readonly strong?: boolean;
}) {
  const { t } = useTranslation('programs');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className={css.shown}>
      <p className={css.label}>{what}</p>
      <div className={strong ? css.boxStrong : css.box}>
        <code>{text}</code>
        <IconButton
          icon={copied ? 'check' : 'copy'}
          size={20}
          label={t('copyOf', { what })}
          onClick={() => void copyText(text).then(setCopied)}
        />
      </div>
    </div>
  );
}
