import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

type Props = {
  /** A text with parts marked `<1>…</1>`. */
  readonly text: string;
  /** The element that each marked part goes into. */
  readonly components: Readonly<Record<number, ReactElement>>;
};

/**
 * A sentence with links or strong words inside, in the order of its language: `<Trans text={t('agree')}
 * components={{ 1: <a href="…" /> }} />`.
 */
export function Trans({ text, components }: Props): ReactNode {
  // Split by a pattern with two groups: plain, number, inside, plain, number, inside, plain.
  const pieces = text.split(/<(\d)>(.*?)<\/\1>/s);
  const shown: ReactNode[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    shown.push(<Fragment key={at}>{pieces[at]}</Fragment>);
    const element = components[Number(pieces[at + 1])];
    if (element) shown.push(cloneElement(element, { key: at + 1 }, pieces[at + 2]));
    else if (pieces[at + 2] !== undefined) shown.push(pieces[at + 2]);
  }
  return shown;
}
