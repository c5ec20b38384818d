import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { Zoomable } from '#ui/zoomable.tsx';
import { labelled } from '#i18n/joined.ts';
import { CanvasImage, CanvasView } from './canvas-view.tsx';
import css from './kyc.module.css';
import type { Side } from './specimen.ts';
import type { CardPicture, Kind } from './use-card-picture.ts';

type Props = {
  readonly side: Side;
  readonly picture: CardPicture;
  readonly onChoose: () => void;
  readonly onAgain: () => void;
};

const SAID = {
  front: { masked: 'frontMasked', plain: 'frontPlain', specimen: 'frontSpecimen' },
  back: { masked: 'backMasked', plain: 'backPlain', specimen: 'backSpecimen' },
} as const satisfies Record<Side, Record<Kind, string>>;

/** One side of the card: to be chosen, on its way, there, or not taken and why. */
export function PictureSlot({ side, picture, onChoose, onAgain }: Props) {
  const { t } = useTranslation(['kyc', 'picture']);
  const { shown, kind, progress, fileId, error } = picture;
  const what = kind === undefined ? t(side) : t(SAID[side][kind]);
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div className={css.side}>
      <button
        type="button"
        className={cx(css.slot, shown && css.filled, error !== undefined && css.wrong)}
        aria-label={shown ? t('another', { side: what }) : t(side)}
        aria-describedby={error === undefined ? undefined : `kyc-${side}`}
        onClick={onChoose}
      >
        {shown ? (
          <>
            <CanvasView canvas={shown} label={what} />
            <span className={css.what}>{what}</span>
            {fileId !== undefined && (
              <span className={css.there}>
                <Icon name="check" size={16} />
              </span>
            )}
          </>
        ) : (
          <>
            <Icon name="camera" size={28} />
            {t(side)}
          </>
        )}
      </button>
      {shown && (
        <Zoomable
          className={css.closer}
          label={labelled(t('picture:show'), what)}
          picture={<CanvasImage canvas={shown} />}
        >
          {t('picture:show')}
        </Zoomable>
      )}
      {progress !== undefined && (
        <div className={css.progress} role="status">
          <progress max={100} value={percent} aria-label={t('uploading', { n: percent })} />
          <span aria-hidden="true">{t('uploading', { n: percent })}</span>
        </div>
      )}
      {error !== undefined && (
        <p id={`kyc-${side}`} className={css.error} role="alert">
          {error}
          {shown && (
            <button type="button" className={css.link} onClick={onAgain}>
              {t('retryUpload')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
