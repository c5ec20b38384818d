import { useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './kyc.module.css';
import { MaskView } from './mask-view.tsx';
import { TYPES } from './picture.ts';
import type { Side } from './specimen.ts';
import type { useCardPicture } from './use-card-picture.ts';

type Props = {
  readonly side: Side;
  /** Reads and sends the picture of this side. */
  readonly card: ReturnType<typeof useCardPicture>;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Where specimens are offered. */
  readonly onSpecimen: (() => void) | undefined;
};

/** Where a picture of a side comes from, and then what of it is covered. Needs the namespace `kyc`. */
export function PictureSheet({ side, card, open, onClose, onSpecimen }: Props) {
  const { t } = useTranslation('kyc');
  const [read, setRead] = useState<HTMLCanvasElement>();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const close = () => {
    setRead(undefined);
    onClose();
  };
  const choose = async (file: File | undefined) => {
    const picture = file && (await card.read(file));
    if (picture) setRead(picture);
    else close();
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void choose(target.files?.[0]);
    target.value = ''; // the same file may be chosen again
  };
  return (
    <>
      <input ref={files} type="file" accept={TYPES} hidden onChange={onChange} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onChange} />
      <Sheet open={open} onClose={close} title={read ? t('maskTitle') : t(side)}>
        {read ? (
          <MaskView
            picture={read}
            label={t(side)}
            onUse={(picture, kind) => {
              close();
              void card.send(picture, kind);
            }}
          />
        ) : (
          <RowGroup className={css.sources}>
            <ListRow icon="camera" title={t('take')} onPress={() => camera.current?.click()} />
            <ListRow icon="blocks" title={t('choose')} onPress={() => files.current?.click()} />
            {onSpecimen && (
              <ListRow
                icon="shield"
                title={t('specimenSide')}
                onPress={() => {
                  close();
                  onSpecimen();
                }}
              />
            )}
          </RowGroup>
        )}
      </Sheet>
    </>
  );
}
