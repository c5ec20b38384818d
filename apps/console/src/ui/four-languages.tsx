import { Tabs } from '@base-ui/react/tabs';
import { LANGUAGES } from 'virtual:contract';
import type { ReactNode } from 'react';
import css from './four-languages.module.css';

export type Tag = (typeof LANGUAGES)[number]['tag'];

/** The same value for each language. */
export const perLanguage = <T,>(of: T): Readonly<Record<Tag, T>> => ({ en: of, hi: of, 'zh-Hant': of, 'zh-Hans': of });

const isThere = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';
/** Whether every field of a language has been written. */
const isWholeIn = (texts: Readonly<Record<Tag, object>>, tag: Tag): boolean => Object.values(texts[tag]).every(isThere);
export const isWhole = (texts: Readonly<Record<Tag, object>>): boolean =>
  LANGUAGES.every(({ tag }) => isWholeIn(texts, tag));

/**
 * A form in four languages: a tab for each, with a mark once it is whole. Each panel has the fields, and
 * beside them what a reader will see.
 */
export function FourLanguages({
  texts,
  fields,
  preview,
}: {
  readonly texts: Readonly<Record<Tag, object>>;
  readonly fields: (tag: Tag) => ReactNode;
  readonly preview: (tag: Tag) => ReactNode;
}) {
  return (
    <Tabs.Root className={css.languages} defaultValue="en">
      <Tabs.List className={css.tabs} aria-label="Language">
        {LANGUAGES.map(({ tag, name }) => (
          <Tabs.Tab key={tag} value={tag} lang={tag}>
            {name} {isWholeIn(texts, tag) ? <span aria-label="whole">✓</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map(({ tag }) => (
        <Tabs.Panel key={tag} value={tag} className={css.editor} lang={tag}>
          <div className="stack">{fields(tag)}</div>
          <article className={css.preview} aria-label="Preview">
            {preview(tag)}
          </article>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
