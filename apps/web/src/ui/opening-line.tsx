import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import css from './opening-line.module.css';

/** One line of a form that says what is chosen, and opens a sheet to choose. */
export const OpeningLine = ({ children, onPress }: { readonly children: ReactNode; readonly onPress: () => void }) => (
  <button type="button" className={css.line} aria-haspopup="dialog" onClick={onPress}>
    <span>{children}</span>
    <Icon name="go" size={18} />
  </button>
);

/** Its place until its words are there. */
export const OpeningLineSpace = () => <div className={css.line} />;
