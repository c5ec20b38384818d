import { useRef, useState, type ChangeEvent } from 'react';
import { isTooLarge } from '#api/config.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { asFile, readPicture, TYPES } from '#features/kyc/picture.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.ts';
import { useAddress } from './own-picture.tsx';
import { Area } from '#ui/text-area.tsx';
import css from './service.module.css';

const LONGEST = 2000;

/** Words, a picture, and the way off. */
export function Composer({ onSend }: { readonly onSend: (text: string, picture: Blob | undefined) => void }) {
  const { t } = useTranslation(['service', 'refusals']);
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<Blob>();
  const chooser = useRef<HTMLInputElement>(null);
  const address = useAddress(picture);

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = ''; // the same file can be chosen again
    if (!file) return;
    if (isTooLarge(file)) return toast(t('refusals:picture_too_large'), { urgent: true });
    const canvas = await readPicture(file);
    if (!canvas) return toast(t('unreadable'), { urgent: true });
    setPicture(await asFile(canvas));
  };
  const send = (): void => {
    if (text.trim() === '' && !picture) return;
    onSend(text.trim(), picture);
    setText('');
    setPicture(undefined);
  };

  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {address !== undefined && (
        <span className={css.chosen}>
          <img src={address} alt={t('yourPicture')} />
          <IconButton icon="close" size={18} label={t('removePicture')} onClick={() => setPicture(undefined)} />
        </span>
      )}
      <span className={css.line}>
        <input ref={chooser} type="file" accept={TYPES} hidden onChange={(event) => void choose(event)} />
        <IconButton icon="camera" label={t('picture')} onClick={() => chooser.current?.click()} />
        <Area
          className={css.words}
          rows={1}
          maxLength={LONGEST}
          value={text}
          placeholder={t('placeholder')}
          aria-label={t('message')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // On a desk Enter sends; on glass it is a new line.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            if (!matchMedia('(pointer: fine)').matches) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="submit" className={css.send} aria-label={t('send')} disabled={text.trim() === '' && !picture}>
          <Icon name="send" size={22} />
        </button>
      </span>
    </form>
  );
}
