import type { Data } from '@khara/contract';
import { create } from 'zustand';
import { useSession } from '#api/session.ts';

export type MadeKey = Data<'makeProgramKey'>;

type NewKeyState = {
  /** The form is open. */
  readonly isOpen: boolean;
  /** A key whose secret the reader has not yet said to have stored. */
  readonly made: MadeKey | undefined;
  /** Another each time that the reader asks for a new key. */
  readonly turn: number;
};

/**
 * The key that is being made, for as long as the document lives: a menu beside it leads to another page and back, and
 * its secret is shown this once.
 */
export const useNewKey = create<NewKeyState>()(() => ({ isOpen: false, made: undefined, turn: 0 }));

/** Where the reader asked, and goes on when it is over. */
let opener: Element | null = null;

export function openNewKey(): void {
  if (!useNewKey.getState().isOpen) opener = document.activeElement;
  useNewKey.setState(({ turn }) => ({ isOpen: true, turn: turn + 1 }));
}
export const closeNewKey = (): void => useNewKey.setState({ isOpen: false });
export const showSecret = (made: MadeKey): void => useNewKey.setState({ isOpen: false, made });
export const secretStored = (): void => useNewKey.setState({ made: undefined });
/** For a form that is no sheet: a sheet brings the focus back by itself. */
export function focusOpener(): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
useNewKey.subscribe(({ made }) => {
  if (made) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
});
useSession.subscribe((session, before) => {
  if (session.token !== before.token) useNewKey.setState({ isOpen: false, made: undefined });
});
