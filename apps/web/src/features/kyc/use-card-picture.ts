import { useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { isTooLarge } from '#api/config.ts';
import { asFile, readPicture } from './picture.ts';
import { sendPicture } from './send-picture.ts';

/** How the digits on a picture are kept from being read. */
export type Kind = 'masked' | 'plain' | 'specimen';

/** One side of the card: nothing yet, on its way, there, or not taken. */
export type CardPicture = {
  readonly shown?: HTMLCanvasElement;
  readonly kind?: Kind;
  /** Of the upload, 0 to 1; undefined when nothing is under way. */
  readonly progress?: number;
  readonly fileId?: string;
  readonly error?: string;
};

/** A picture of one side of the card, from the choice to the server. */
export function useCardPicture() {
  const { t } = useTranslation('kyc');
  const [state, setPicture] = useState<CardPicture>({});
  /** Which upload counts: an older one that ends later is forgotten. */
  const newest = useRef(0);

  /** Sends it; true when the server has it. */
  const send = async (shown: HTMLCanvasElement, kind: Kind): Promise<boolean> => {
    newest.current += 1;
    const mine = newest.current;
    const isNewest = () => newest.current === mine;
    setPicture({ shown, kind, progress: 0 });
    const file = await asFile(shown);
    const result = await sendPicture(file, (progress) => {
      if (isNewest()) setPicture({ shown, kind, progress });
    });
    if (!isNewest()) return false;
    setPicture(result.ok ? { shown, kind, fileId: result.data.fileId } : { shown, kind, error: result.message });
    return result.ok;
  };
  /** Reads a chosen file to be covered. Undefined: it was refused, and the slot says why. */
  const read = async (file: File): Promise<HTMLCanvasElement | undefined> => {
    const picture = isTooLarge(file) ? undefined : await readPicture(file);
    if (picture) return picture;
    newest.current += 1;
    setPicture({ error: t(isTooLarge(file) ? 'tooLarge' : 'unreadable') });
    return undefined;
  };
  /** Says that it is needed, where there is none and none is on its way. */
  const miss = () => setPicture((now) => (now.shown ? now : { error: t('photoRequired') }));
  const again = () => state.shown && state.kind && void send(state.shown, state.kind);
  return { picture: state, send, read, miss, again };
}
