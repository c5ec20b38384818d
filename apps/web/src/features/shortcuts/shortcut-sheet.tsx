import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Switch } from '#ui/checkbox.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { PLACES } from './places.ts';
import { allowSingleKeys, useShortcutList } from './shortcut-list.ts';
import css from './shortcuts.module.css';

/** Every shortcut, and a switch for those who press keys without meaning them (WCAG 2.2, 2.1.4). */
export default function ShortcutSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation(['keys', 'nav']);
  const singleKeys = useShortcutList((state) => state.singleKeys);
  if (!useTexts('keys')) return null;
  const lines: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['/'], t('search')],
    [['B'], t('buy')],
    [['S'], t('sell')],
    [['Esc'], t('close')],
    [['?'], t('list')],
  ];
  // The desk has more of them.
  const desk: typeof lines = document.documentElement.hasAttribute('data-desk')
    ? [
        [['J', 'K'], t('desk.share')],
        [['1', '…', '7'], t('desk.interval')],
        [['T'], t('desk.table')],
        [['F'], t('desk.full')],
        [['F6'], t('desk.pane')],
        [['Alt', '1', '…', '5'], t('desk.tabs')],
        [['↑', '↓'], t('desk.arrows')],
      ]
    : [];
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <dl className={css.list}>
        {[...lines, ...desk].map(([keys, what]) => (
          <Line key={what} keys={keys} what={what} />
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
