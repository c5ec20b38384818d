import { Drawer } from '@base-ui/react/drawer';
import { useContext, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
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
  /** What is above it stays as bright as it was: the page shows what is chosen here. */
  readonly clear?: boolean;
  /** What has the focus once it is open; by default the sheet itself. */
  readonly focused?: RefObject<HTMLElement | null>;
  /** Of a sheet that comes unasked and waits for an answer: what it asks, as a screen reader says it. */
  readonly alert?: string | undefined;
};

/** A sheet that is let go so far below its place is closed. */
const PULL_PX = 96;

/** The Tab key goes round in a sheet, while what is beside its pane can be used. */
function keepFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const all = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]'),
  ].filter((part) => part.offsetParent !== null && !part.matches(':disabled'));
  const first = all[0];
  const last = all.at(-1);
  if (!first || !last) return;
  const isOut = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (!isOut) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

/** Where sheets stand: inside the column, under the practice marker. */
const column = () => document.getElementById('sheets');

export default function SheetBody({
  open,
  onClose,
  title,
  children,
  dock,
  dismissible = true,
  clear = false,
  focused,
  alert,
}: SheetProps) {
  const { t } = useTranslation();
  // In a pane Escape and the scrim close it, back is the desk's, and what is beside it stays live.
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
      modal={room === undefined}
    >
      <Drawer.Portal container={room ?? column()}>
        <Drawer.Backdrop
          className={css.scrim}
          data-clear={clear || undefined}
          {...(room !== undefined && dismissible && { onClick: onClose })}
        />
        <Drawer.Viewport className={css.viewport}>
          <Drawer.Popup
            className={css.sheet}
            data-clear={clear || undefined}
            {...(focused && { initialFocus: focused })}
            {...(alert !== undefined && { role: 'alertdialog', 'aria-label': alert, 'aria-labelledby': undefined })}
            onTouchEndCapture={letGo}
            onPointerUpCapture={letGo}
            onKeyDown={room === undefined ? undefined : keepFocus}
          >
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
