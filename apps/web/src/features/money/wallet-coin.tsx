import { cx } from '#ui/class-names.ts';
import css from './wallet-coin.module.css';

/** The round sign of a wallet's currency. */
export const WalletCoin = ({ currency }: { readonly currency: 'INR' | 'USDT' }) => (
  <span className={cx(css.coin, css[currency])} aria-hidden="true">
    {currency === 'INR' ? '₹' : '₮'}
  </span>
);
