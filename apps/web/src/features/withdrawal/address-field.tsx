import { useEffect, useState } from 'react';
import { plainDigits } from '@khara/rules';
import { useTranslation } from '#i18n/use-translation.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import css from './address-field.module.css';

export type Network = 'TRC' | 'ERC';
/** What the checksum says of what is typed: `undefined` while it cannot say yet. */
export type AddressVerdict = 'right' | 'wrong' | undefined;

const LENGTHS = { TRC: 34, ERC: 42 } as const;

/**
 * Whether the address is whole and its checksum right, by the code that the server has too; it comes with the
 * first address.
 */
export function useAddressVerdict(network: Network, address: string): AddressVerdict {
  const [verdict, setVerdict] = useState<{ readonly of: string; readonly right: boolean }>();
  const whole = address.length >= LENGTHS[network];
  const key = `${network}:${address}`;
  useEffect(() => {
    if (!whole) return undefined;
    let wanted = true;
    void import('@khara/proof').then(
      ({ isAddress }) => wanted && setVerdict({ of: key, right: isAddress(network, address) }),
      () => undefined, // the server says it
    );
    return () => {
      wanted = false;
    };
  }, [whole, key, network, address]);
  if (!whole || verdict?.of !== key) return undefined;
  return verdict.right ? 'right' : 'wrong';
}

type Props = {
  readonly network: Network;
  readonly value: string;
  readonly verdict: AddressVerdict;
  /** What the server said of it. */
  readonly refused: string | undefined;
  readonly onChange: (address: string) => void;
};

/**
 * An address of a network, judged by its checksum as soon as it is whole. Needs the namespaces `withdrawal`
 * and `refusals`.
 */
export function AddressField({ network, value, verdict, refused, onChange }: Props) {
  const { t } = useTranslation(['withdrawal', 'refusals']);
  return (
    <Field
      label={t('address')}
      value={value}
      onChange={({ target }) => onChange(plainDigits(target.value).trim())}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      error={refused ?? (verdict === 'wrong' ? t('refusals:address_invalid') : undefined)}
      hint={
        verdict === 'right' ? (
          <span className={css.right} role="status">
            <Icon name="check" size={16} /> {t('addressRight')}
          </span>
        ) : (
          t(`addressHint.${network}`)
        )
      }
    />
  );
}
