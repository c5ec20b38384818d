import { Drawer } from '@base-ui/react/drawer';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import css from './sheet.module.css';
import type { SheetProps } from './sheet.tsx';

/** Where sheets stand: inside the column, under the practice marker. */
const column = () => document.getElementById('sheets');

export default function SheetBody({ open, onClose, title, children, dock, dismissible = true }: SheetProps) {
  const { t } = useTranslation();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  // The browser's back closes the sheet instead of leaving the page: the sheet puts an entry of its own on top.
  useEffect(() => {
    if (!open || !dismissible) return undefined;
    let leave = () => {};
    let isLeft = false;
    void leaving.then(() => {
      if (!isLeft) leave = enterHistory(() => close.current());
    });
    return () => {
      isLeft = true;
      leave();
    };
  }, [open, dismissible]);

  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && dismissible) onClose();
      }}
      disablePointerDismissal={!dismissible}
    >
      <Drawer.Portal container={column()}>
        <Drawer.Backdrop className={css.scrim} />
        <Drawer.Viewport className={css.viewport}>
          <Drawer.Popup className={css.sheet}>
            <div className={css.grabber} />
            <div className={css.head}>
              <Drawer.Title className={css.title}>{title}</Drawer.Title>
              {dismissible && <IconButton icon="close" label={t('close')} onClick={onClose} />}
            </div>
            <Drawer.Content className={css.content}>{children}</Drawer.Content>
            {dock !== undefined && <div className={css.dock}>{dock}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** Taking the last sheet's entry off the history again, which browsers do a moment later: an entry that is put on meanwhile would be the one taken off. */
let leaving: Promise<void> = Promise.resolve();

/** Puts an entry on the history, and answers how it is taken off. `onBack`: the reader went back by the browser. */
function enterHistory(onBack: () => void): () => void {
  const here = location.href;
  history.pushState({ ...(history.state as object | null), sheet: true }, '', here);
  let popped = false;
  const onPop = (event: PopStateEvent) => {
    popped = true;
    // Back to the page under the sheet is no navigation; a typed address is one, and goes on to the router.
    if (location.href === here) event.stopImmediatePropagation();
    onBack();
  };
  window.addEventListener('popstate', onPop, { capture: true, once: true });
  return () => {
    window.removeEventListener('popstate', onPop, { capture: true });
    const state = history.state as { sheet?: boolean } | null; // our own entry, if nothing has gone on from it
    if (popped || !state?.sheet || location.href !== here) return;
    leaving = new Promise((resolve) => {
      const onLeft = (event: PopStateEvent) => {
        event.stopImmediatePropagation(); // the router must not take this for a navigation
        resolve();
      };
      window.addEventListener('popstate', onLeft, { capture: true, once: true });
    });
    history.back();
  };
}
