import { isAadhaar, maskAadhaar } from '@khara/rules';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { readDigits, groupDigits } from './aadhaar.ts';
import css from './kyc.module.css';

type Props = {
  readonly digits: string;
  readonly error: string | undefined;
  readonly onChange: (digits: string) => void;
  readonly onLeave: () => void;
};

/** The Aadhaar number, in fours while it is typed, and only its last four digits afterwards. */
export function NumberField({ digits, error, onChange, onLeave }: Props) {
  const { t } = useTranslation('kyc');
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** Digits before the caret, to be found again when the spaces have moved. */
  const caret = useRef<number>(undefined);
  const covered = !typing && isAadhaar(digits);

  useLayoutEffect(() => {
    const element = input.current;
    if (caret.current === undefined || !element || document.activeElement !== element) return;
    let at = 0;
    for (let seen = 0; at < element.value.length && seen < caret.current; at += 1) {
      if (/\d/.test(element.value[at] ?? '')) seen += 1;
    }
    element.setSelectionRange(at, at);
    caret.current = undefined;
  });

  return (
    <Field
      ref={input}
      label={t('number')}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={covered ? maskAadhaar(digits) : groupDigits(digits)}
      hint={t('numberHint')}
      error={error}
      suffix={covered ? <Icon name="lock" size={20} className={css.lock} /> : undefined}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        onLeave();
      }}
      onChange={({ target }) => {
        caret.current = readDigits(target.value.slice(0, target.selectionStart ?? target.value.length)).length;
        onChange(readDigits(target.value));
      }}
    />
  );
}
