import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { copyText } from '#ui/copy.ts';
import css from './copy-line.module.css';

/** A label and a text that has to be given elsewhere letter by letter: with a button that copies it. */
export function CopyLine({
  label,
  text,
  shown,
}: {
  readonly label: string;
  readonly text: string;
  readonly shown?: string;
}) {
  const { t } = useTranslation();
  return (
    <KeyValue label={label}>
      <span className={css.copyable}>
        {shown ?? text}
        <IconButton
          icon="copy"
          size={18}
          className={css.copy ?? ''}
          label={`${t('copy')} ${text}`}
          onClick={() => void copyText(text)}
        />
      </span>
    </KeyValue>
  );
}
