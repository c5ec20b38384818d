import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icons.tsx';
import css from './search.module.css';
import { enterRows, followRows, openFirst } from './search-keys.ts';

/** Asked this long after the last letter. */
const AFTER_MS = 200;
/** Letters the call takes. */
const LONGEST = 64;

type Props = {
  /** The page is this field: its reader wants to type. */
  readonly focused?: boolean;
  /** The key that leads here. */
  readonly keyHint?: string;
};

/** What is looked for, in the page's query as `q`: coming back finds it. Needs the namespace `search`. */
export function SearchField({ focused = false, keyHint }: Props) {
  const { t } = useTranslation(['search', 'common']);
  const [query, change] = usePageQuery();
  const asked = (query.get('q') ?? '').trim();
  const [text, setText] = useState(asked);

  // After the page's own focus, which is its body.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus({ preventScroll: true });
  }, [focused]);
  useEffect(() => (field.current ? followRows(field.current) : undefined), []);

  useEffect(() => {
    if (text.trim() === asked) return undefined;
    const timer = setTimeout(() => change({ q: text.trim() || undefined }), AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, asked, change]);

  return (
    <div className={css.box} role="search">
      <Icon name="search" size={20} />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST}
        aria-label={t('label')}
        aria-keyshortcuts={keyHint}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') setText('');
          if (event.key === 'ArrowDown' && enterRows(event.currentTarget)) event.preventDefault();
          if (event.key !== 'Enter') return;
          change({ q: text.trim() || undefined }); // at once
          openFirst(event.currentTarget);
        }}
      />
      {text === '' && keyHint !== undefined && <kbd aria-hidden="true">{keyHint}</kbd>}
      {text !== '' && (
        <IconButton
          icon="close"
          size={18}
          className={css.clear}
          label={t('common:field.clear')}
          onClick={() => setText('')}
        />
      )}
    </div>
  );
}
