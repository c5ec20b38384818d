import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#api/client.ts';
import { ToastView } from '#ui/toast-view.tsx';

/**
 * Shows a part of the app in what stands around every page: the column and where toasts appear. Sheets open
 * in what set-up.ts puts beside it.
 */
export function show(part: ReactNode) {
  return render(part, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <div style={{ position: 'relative', maxWidth: 480, minHeight: 600 }}>
          {children}
          <ToastView />
        </div>
      </QueryClientProvider>
    ),
  });
}

/** A pointer does something to an element, at a place in px from its left and top edge. */
export function point(
  element: Element,
  type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave',
  { x = 1, y = 1 } = {},
): void {
  const box = element.getBoundingClientRect();
  element.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      pointerType: 'touch',
      isPrimary: true,
      clientX: box.left + x,
      clientY: box.top + y,
    }),
  );
}

/** A finger does something to an element, at a place of the window. */
export function touch(element: Element, type: 'touchstart' | 'touchmove' | 'touchend', y: number, x = 100): void {
  const finger = new Touch({ identifier: 1, target: element, clientX: x, clientY: y });
  const touches = type === 'touchend' ? [] : [finger];
  element.dispatchEvent(
    new TouchEvent(type, {
      bubbles: true,
      cancelable: true,
      touches,
      targetTouches: touches,
      changedTouches: [finger],
    }),
  );
}

/** Whatever React has to do is done, and rendered. */
export const drawn = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Types into a field at once. What vitest itself does to a page (`fill`, `poll`) moves a clock that stands still. */
export function type(field: Element, text: string): void {
  // Past React, which is notified then.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Chooses a radio by its name: its words lie over it, and a press on them is a press on it. */
export async function choose(name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true });
  await expect.element(radio).toBeEnabled();
  (radio.element() as HTMLInputElement).click();
}

export const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
