import { isAadhaar } from '@khara/rules';
import { useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { toast } from '#ui/toast.ts';
import { generateAadhaar } from './aadhaar.ts';
import { renderSpecimen, SPECIMEN_NAME, type Side } from './specimen.ts';
import { useCardPicture } from './use-card-picture.ts';

const random = (below: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;

/** What still has to be there, as the key of its text. */
type MissingField = 'needName' | 'needNumber' | 'needFront' | 'needBack';
type Errors = { readonly name?: string; readonly number?: string };

/**
 * An identity as it is filled in: name, number, both pictures, what is missing, and handing it in. Needs the
 * namespace `kyc`.
 */
export function useIdentityForm(onHandedIn: () => void) {
  const { t } = useTranslation('kyc');
  const [name, setName] = useState('');
  const [digits, setDigits] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const sides = { front: useCardPicture(), back: useCardPicture() };

  const numberOk = isAadhaar(digits);
  const there = { front: sides.front.picture.fileId, back: sides.back.picture.fileId };
  const missing: MissingField | undefined =
    name.trim() === ''
      ? 'needName'
      : !numberOk
        ? 'needNumber'
        : there.front === undefined
          ? 'needFront'
          : there.back === undefined
            ? 'needBack'
            : undefined;

  const sendSpecimen = (which: Side, card: { name: string; digits: string }) =>
    sides[which].send(renderSpecimen(which, card), 'specimen');
  const typedCard = () => ({ name: name.trim() || SPECIMEN_NAME, digits: numberOk ? digits : generateAadhaar(random) });
  const fill = (card: { name: string; digits: string }) => {
    setName(card.name);
    setDigits(card.digits);
    setErrors({});
  };
  const fillSpecimen = async () => {
    const card = { ...typedCard(), digits: generateAadhaar(random) };
    fill(card);
    const sent = await Promise.all([sendSpecimen('front', card), sendSpecimen('back', card)]);
    if (sent.every(Boolean)) toast(t('specimenReady'));
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

  return {
    name,
    setName: (next: string) => {
      setName(next);
      setErrors(errors.number === undefined ? {} : { number: errors.number });
    },
    digits,
    setDigits: (next: string) => {
      setDigits(next);
      setErrors(errors.name === undefined ? {} : { name: errors.name });
    },
    checkNumber: () => {
      if (digits !== '' && !isAadhaar(digits)) setErrors({ ...errors, number: t('numberWrong') });
    },
    errors,
    sides,
    missing,
    /** Steps that are done: of the words, then of the pictures. */
    stepsDone: missing === undefined ? 2 : numberOk && name.trim() !== '' ? 1 : 0,
    busy,
    handIn,
    fillSpecimen,
    /** A specimen for one side, with what is typed already. */
    fillSpecimenSide: (which: Side) => {
      const card = typedCard();
      fill(card);
      void sendSpecimen(which, card);
    },
  };
}
