import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { secretStored, type MadeKey } from './new-key.ts';
import css from './programs.module.css';

const SHOWN_MS = 1500;

/** Shows a new key with its secret and its token, this once: it closes when the reader says that they are stored. */
export function SecretSheet({ made }: { readonly made: MadeKey }) {
  const { title, body, done } = useSecret(made);
  return (
    <Sheet open onClose={() => undefined} dismissible={false} title={title} dock={done}>
      {body}
    </Sheet>
  );
}

/** The words of a new key and the button that ends them, for a sheet or a pane. */
export function useSecret({ key, secret, accessToken, refreshToken }: MadeKey) {
  const { t } = useTranslation('programs');
  const [stored, setStored] = useState(false);
  const [error, setError] = useState<string>();
  return {
    title: t('ready', { name: key.name }),
    body: (
      <>
        <p className={css.text}>{t('once')}</p>
        <Shown what={t('key')} text={key.id} />
        <Shown what={t('secret')} text={secret} strong />
        <Shown what={t('token')} text={accessToken} strong />
        <Shown what={t('refresh')} text={refreshToken} strong />
        <p className={css.text}>{t('tokensEnd')}</p>
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
      </>
    ),
    done: (
      <Button
        look={stored ? 'primary' : 'secondary'}
        onClick={() => {
          if (stored) secretStored();
          else setError(t('tick'));
        }}
      >
        {t('done')}
      </Button>
    ),
  };
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
