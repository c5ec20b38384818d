import { useState } from 'react';
import { hasPanes, hasRows, hasShares, isPressedBy } from '#features/desk/focus.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Switch } from '#ui/checkbox.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { PLACES } from './places.ts';
import { allowSingleKeys, useShortcutList } from './shortcut-list.ts';
import css from './shortcuts.module.css';

const isDesk = (): boolean => document.documentElement.hasAttribute('data-desk');

/** Keys, what they do, and where they do it; everywhere unless it is said. */
const LINES = [
  [['/'], 'search'],
  [['B'], 'buy', () => isPressedBy('B')],
  [['S'], 'sell', () => isPressedBy('S')],
  [['J', 'K'], 'desk.share', hasShares],
  [['1', '…', '7'], 'desk.interval', () => isDesk() && isPressedBy('1')],
  [['C'], 'desk.company', () => isDesk() && isPressedBy('C')],
  [['T'], 'desk.table', () => isDesk() && isPressedBy('T')],
  [['F'], 'desk.full', () => isDesk() && isPressedBy('F')],
  [['I'], 'desk.indicators', () => isDesk() && isPressedBy('I')],
  [['D'], 'desk.draw', () => isDesk() && isPressedBy('D')],
  [['H', 'R'], 'desk.levelRay', () => isDesk() && isPressedBy('H')],
  [['↑', '↓', 'Home', 'End'], 'desk.arrows', hasRows],
  [['F6'], 'desk.pane', hasPanes],
  [['Alt', '1', '…', '5'], 'desk.tabs', isDesk],
  [['Esc'], 'close'],
  [['?'], 'list'],
] as const satisfies readonly (readonly [keys: readonly string[], what: string, isOn?: () => boolean])[];

/** The shortcuts of the page, and a switch for those who press keys without meaning them (WCAG 2.2, 2.1.4). */
export default function ShortcutSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation(['keys', 'nav']);
  const singleKeys = useShortcutList((state) => state.singleKeys);
  // Those that do something on the page as it was when the list was opened.
  const [lines] = useState(() => LINES.filter(([, , isOn]) => isOn?.() ?? true));
  if (!useTexts('keys')) return null;
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <dl className={css.list}>
        {lines.map(([keys, what]) => (
          <Line key={what} keys={keys} what={t(what)} />
        ))}
      </dl>
      <h3 className={css.head}>{t('go')}</h3>
      <dl className={css.list}>
        {PLACES.map(({ key, name }) => (
          <Line key={key} keys={['G', key.toUpperCase()]} what={t(`nav:${name}`)} />
        ))}
      </dl>
      <div className={css.single}>
        <span>
          <b>{t('single')}</b>
          <span>{t('singleText')}</span>
        </span>
        <Switch on={singleKeys} onChange={allowSingleKeys} label={t('single')} />
      </div>
    </Sheet>
  );
}

function Line({ keys, what }: { readonly keys: readonly string[]; readonly what: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  );
}
