import { useRef, useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { drawAadhaar, isAadhaar } from './aadhaar.ts';
import { KeptNote } from './kept-note.tsx';
import css from './kyc.module.css';
import { MaskView } from './mask-view.tsx';
import { NumberField } from './number-field.tsx';
import { TYPES } from './picture.ts';
import { PictureSlot } from './picture-slot.tsx';
import { drawSpecimen, SPECIMEN_NAME, type Side } from './specimen.ts';
import { Steps } from './steps.tsx';
import { useCardPicture } from './use-card-picture.ts';

const TIPS = ['tipMask', 'tipClear', 'tipCorners', 'tipQr'] as const;
const random = (below: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;

type Choosing = { readonly side: Side; readonly picture?: HTMLCanvasElement };
type Errors = { readonly name?: string; readonly number?: string };

/** Name, number and both sides of a card, to be handed in for review. */
export function KycForm({ onHandedIn }: { readonly onHandedIn: () => void }) {
  const { t } = useTranslation('kyc');
  const simulated = useConfig((state) => state.info?.simulated) ?? false;
  const [name, setName] = useState('');
  const [digits, setDigits] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [choosing, setChoosing] = useState<Choosing>();
  const [busy, setBusy] = useState(false);
  const sides = { front: useCardPicture(), back: useCardPicture() };
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  /** For which side the next file is. */
  const [side, setSide] = useState<Side>('front');

  const numberOk = isAadhaar(digits);
  const there = { front: sides.front.picture.fileId, back: sides.back.picture.fileId };
  const missing =
    name.trim() === ''
      ? 'needName'
      : !numberOk
        ? 'needNumber'
        : there.front === undefined
          ? 'needFront'
          : there.back === undefined
            ? 'needBack'
            : undefined;

  const drawSide = (which: Side, card: { name: string; digits: string }) =>
    sides[which].send(drawSpecimen(which, card), 'specimen');
  const cardOf = () => ({ name: name.trim() || SPECIMEN_NAME, digits: numberOk ? digits : drawAadhaar(random) });
  const fill = (card: { name: string; digits: string }) => {
    setName(card.name);
    setDigits(card.digits);
    setErrors({});
  };
  const fillSpecimen = async () => {
    const card = { ...cardOf(), digits: drawAadhaar(random) };
    fill(card);
    const sent = await Promise.all([drawSide('front', card), drawSide('back', card)]);
    if (sent.every(Boolean)) toast(t('specimenDrawn'));
  };
  const chosen = async (file: File | undefined) => {
    const picture = file && (await sides[side].read(file));
    setChoosing(picture && { side, picture });
  };

  const handIn = async () => {
    if (missing === 'needName' || missing === 'needNumber') {
      setErrors({
        ...(name.trim() === '' && { name: t('incomplete') }),
        ...(!numberOk && { number: t(digits === '' ? 'incomplete' : 'numberWrong') }),
      });
    }
    if (there.front === undefined) sides.front.miss();
    if (there.back === undefined) sides.back.miss();
    if (missing || there.front === undefined || there.back === undefined) return;
    setBusy(true);
    const result = await call('submitIdentity', {
      name: name.trim(),
      idNumber: digits,
      frontPhoto: there.front,
      backPhoto: there.back,
    });
    setBusy(false);
    if (result.ok) {
      refresh(['identity', 'userDetail', 'noticeList', 'unreadNotices']);
      onHandedIn();
    } else if (result.field === 'name') setErrors({ name: result.message });
    else if (result.field === 'idNumber') setErrors({ number: result.message });
    else toast(result.message, { urgent: true });
  };

  return (
    <Page
      below={<Steps done={missing === undefined ? 2 : numberOk && name.trim() !== '' ? 1 : 0} />}
      dock={
        <Button busy={busy} look={missing ? 'secondary' : 'primary'} onClick={() => void handIn()}>
          {t(missing ?? 'submit')}
        </Button>
      }
    >
      <div className={css.form}>
        <Note tone="gold" icon="shield">
          <Trans text={t('noReal')} components={{ 1: <b /> }} />
          {simulated && (
            <button type="button" className={css.specimen} onClick={() => void fillSpecimen()}>
              {t('useSpecimen')}
            </button>
          )}
        </Note>
        <div className={css.fields}>
          <Field
            label={t('name')}
            autoComplete="name"
            autoCapitalize="words"
            maxLength={80}
            value={name}
            error={errors.name}
            onChange={({ target }) => {
              setName(target.value);
              setErrors(errors.number === undefined ? {} : { number: errors.number });
            }}
          />
          <NumberField
            digits={digits}
            error={errors.number}
            onChange={(next) => {
              setDigits(next);
              setErrors(errors.name === undefined ? {} : { name: errors.name });
            }}
            onLeave={() => {
              if (digits !== '' && !isAadhaar(digits)) setErrors({ ...errors, number: t('numberWrong') });
            }}
          />
        </div>
        <div className={css.head}>
          <span>{t('photos')}</span>
          <span>{t('formats')}</span>
        </div>
        <div className={css.sides}>
          {(['front', 'back'] as const).map((which) => (
            <PictureSlot
              key={which}
              side={which}
              picture={sides[which].picture}
              onChoose={() => {
                setSide(which);
                setChoosing({ side: which });
              }}
              onAgain={sides[which].again}
            />
          ))}
        </div>
        <Card>
          <ul className={css.tips}>
            {TIPS.map((tip) => (
              <li key={tip}>
                <Icon name="check" size={14} />
                {t(tip)}
              </li>
            ))}
          </ul>
        </Card>
        <KeptNote />
      </div>
      <input
        ref={files}
        type="file"
        accept={TYPES}
        hidden
        onChange={({ target }) => {
          void chosen(target.files?.[0]);
          target.value = ''; // the same file may be chosen again
        }}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => {
          void chosen(target.files?.[0]);
          target.value = '';
        }}
      />
      <Sheet
        open={choosing !== undefined}
        onClose={() => setChoosing(undefined)}
        title={choosing?.picture ? t('maskTitle') : t(side)}
      >
        {choosing?.picture ? (
          <MaskView
            picture={choosing.picture}
            label={t(side)}
            onUse={(picture, kind) => {
              setChoosing(undefined);
              void sides[side].send(picture, kind);
            }}
          />
        ) : (
          <RowGroup className={css.sources}>
            <ListRow icon="camera" title={t('take')} onPress={() => camera.current?.click()} />
            <ListRow icon="blocks" title={t('choose')} onPress={() => files.current?.click()} />
            {simulated && (
              <ListRow
                icon="shield"
                title={t('specimenSide')}
                onPress={() => {
                  const card = cardOf();
                  fill(card);
                  setChoosing(undefined);
                  void drawSide(side, card);
                }}
              />
            )}
          </RowGroup>
        )}
      </Sheet>
    </Page>
  );
}
