import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useState } from 'react';
import { useConfig } from '#api/config.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { KeptNote } from './kept-note.tsx';
import css from './kyc.module.css';
import { NumberField } from './number-field.tsx';
import { PictureSheet } from './picture-sheet.tsx';
import { PictureSlot } from './picture-slot.tsx';
import type { Side } from './specimen.ts';
import { Steps } from './steps.tsx';
import { useIdentityForm } from './use-identity-form.ts';

const TIPS = ['tipMask', 'tipClear', 'tipCorners', 'tipQr'] as const;

/** Name, number and both sides of a card, to be handed in for review. */
export function KycForm({ onHandedIn }: { readonly onHandedIn: () => void }) {
  const { t } = useTranslation('kyc');
  const simulated = useConfig((state) => state.info?.simulated) ?? false;
  const form = useIdentityForm(onHandedIn);
  /** For which side the next picture is. */
  const [side, setSide] = useState<Side>('front');
  const [choosing, setChoosing] = useState(false);
  return (
    <Page
      below={<Steps done={form.stepsDone} />}
      dock={
        <Button busy={form.busy} look={form.missing ? 'secondary' : 'primary'} onClick={() => void form.handIn()}>
          {t(form.missing ?? 'submit')}
        </Button>
      }
    >
      <div className={css.form}>
        <Note tone="gold" icon="shield">
          <Trans text={t('noReal')} components={{ 1: <b /> }} />
          {simulated && (
            <button type="button" className={css.specimen} onClick={() => void form.fillSpecimen()}>
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
            value={form.name}
            error={form.errors.name}
            onChange={({ target }) => form.setName(target.value)}
          />
          <NumberField
            digits={form.digits}
            error={form.errors.number}
            onChange={form.setDigits}
            onLeave={form.checkNumber}
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
              picture={form.sides[which].picture}
              onChoose={() => {
                setSide(which);
                setChoosing(true);
              }}
              onAgain={form.sides[which].again}
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
      <PictureSheet
        side={side}
        card={form.sides[side]}
        open={choosing}
        onClose={() => setChoosing(false)}
        onSpecimen={simulated ? () => form.fillSpecimenSide(side) : undefined}
      />
    </Page>
  );
}
