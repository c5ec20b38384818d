import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy.ts';
import { Sheet } from '#ui/sheet.tsx';
import css from './assistants.module.css';

const KEYS_PAGE = '/pages/personal/keys/index';

/** The address by which an assistant connects, with a way to copy it. */
export function Connect({ text }: { readonly text?: string }) {
  const { t } = useTranslation('assistants');
  const address = `${location.origin}/mcp`;
  return (
    <div className={css.question}>
      <p className={css.text}>{text ?? t('noneText')}</p>
      <code className={css.address}>
        {address.split(/(?<=\w[/.])/).map((part, at) => (
          <span key={at}>
            {part}
            <wbr />
          </span>
        ))}
      </code>
      <Button look="secondary" size="md" icon="copy" onClick={() => void copyText(address)}>
        {t('copy')}
      </Button>
      <a className={css.link} href={href(KEYS_PAGE)}>
        {t('keys')}
      </a>
    </div>
  );
}

export function ConnectSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('assistants');
  return (
    <Sheet open={open} onClose={onClose} title={t('connect')}>
      <Connect />
    </Sheet>
  );
}
