import { Drawer } from '@base-ui/react/drawer';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
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
    const here = location.href;
    history.pushState({ ...(history.state as object | null), sheet: true }, '', here);
    let popped = false;
    const onPop = (event: PopStateEvent) => {
      popped = true;
      // Back to the page under the sheet is no navigation; a typed address is one, and goes on to the router.
      if (location.href === here) event.stopImmediatePropagation();
      close.current();
    };
    window.addEventListener('popstate', onPop, { capture: true, once: true });
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true });
      const state = history.state as { sheet?: boolean } | null; // our own entry, if nothing has gone on from it
      if (popped || !state?.sheet || location.href !== here) return;
      // Taken off again; the router must not take this for a navigation.
      window.addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      history.back();
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
