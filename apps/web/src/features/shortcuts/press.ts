import { defaultKeybindingsHandlerIgnore } from 'tinykeys';
import { focusTicket } from '#features/desk/focus.ts';
import { useShortcutList } from './shortcut-list.ts';

/** A field takes the key, or a layer on top. */
export const isInField = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input:not([type=radio]), textarea, select, [role$=dialog]') !== null;

/** Keys do nothing while a field has the focus, under a layer on top, or when they are switched off. */
export const isIgnored = (event: KeyboardEvent): boolean =>
  (defaultKeybindingsHandlerIgnore(event) && !isRadio(event)) ||
  event.defaultPrevented ||
  event.repeat ||
  isInField(event) ||
  !useShortcutList.getState().singleKeys;

/** A choice takes no text. */
const isRadio = ({ target }: KeyboardEvent): boolean => target instanceof HTMLInputElement && target.type === 'radio';

/** Presses what the page itself has named as pressed by this key: Buy and Sell of a share. */
export function press(key: string) {
  return (event: KeyboardEvent): void => {
    const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    if (!button) return;
    event.preventDefault();
    const isOfTicket = button.closest('[data-pane=side]') !== null; // it may stand no more when it was pressed
    button.click();
    if (isOfTicket) focusTicket(); // the side is chosen: its quantity is next
  };
}
