import { Drawer } from '@base-ui/react/drawer';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { InSheet, SheetRoom } from './in-sheet.ts';
import css from './sheet.module.css';
import { useHistoryEntry } from './use-history-entry.ts';

export type SheetProps = {
  readonly open: boolean;
  /** Called for every way out: the scrim, back, Escape, the pull, the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** At the bottom, outside what scrolls. */
  readonly dock?: ReactNode;
  /** False for a sheet that must be answered (the default password, shown once). */
  readonly dismissible?: boolean;
};

/** A sheet that is let go so far below its place is closed. */
const PULL_PX = 96;

/** Where sheets stand: inside the column, under the practice marker. */
const column = () => document.getElementById('sheets');

export default function SheetBody({ open, onClose, title, children, dock, dismissible = true }: SheetProps) {
  const { t } = useTranslation();
  // In a pane Escape and the scrim close it; back is the desk's.
  const room = useContext(SheetRoom);
  useHistoryEntry(open && dismissible && room === undefined, onClose);

  // By itself the drawer closes when half of it is gone, or by a quick pull.
  const letGo = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    const pulled = parseFloat(getComputedStyle(currentTarget).getPropertyValue('--drawer-swipe-movement-y'));
    if (dismissible && pulled >= PULL_PX) onClose();
  };

  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && dismissible) onClose();
      }}
      disablePointerDismissal={!dismissible || room !== undefined}
      modal={room === undefined || 'trap-focus'}
    >
      <Drawer.Portal container={room ?? column()}>
        <Drawer.Backdrop className={css.scrim} {...(room !== undefined && dismissible && { onClick: onClose })} />
        <Drawer.Viewport className={css.viewport}>
          <Drawer.Popup className={css.sheet} onTouchEndCapture={letGo} onPointerUpCapture={letGo}>
            <div className={css.grabber} />
            <div className={css.head}>
              <Drawer.Title className={css.title}>{title}</Drawer.Title>
              {dismissible && <IconButton icon="close" label={t('close')} onClick={onClose} />}
            </div>
            <Drawer.Content className={css.content}>
              <InSheet value={true}>{children}</InSheet>
            </Drawer.Content>
            {dock !== undefined && <div className={css.dock}>{dock}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
