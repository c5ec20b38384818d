import { useTranslation } from '#i18n/use-translation.ts';
import css from './side-code.module.css';

type Props = { readonly side: 'buy' | 'sell'; readonly code: string };

/** "Buy THEWA": the word in the colour of its side, which it also says. Needs the namespace `orders`. */
export function SideCode({ side, code }: Props) {
  const { t } = useTranslation('orders');
  return (
    <b className={css.name}>
      <span className={css[side]}>{t(`side.${side}`)}</span> {code}
    </b>
  );
}
