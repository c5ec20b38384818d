import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { filesOf } from './bundle-files.ts';
import { SCOPE } from './pwa.ts';
import type { TextNamespace } from './src/i18n/keys.ts';
import { SHELL, textFiles } from './src/i18n/text-files.ts';
import { HOME_TEXTS, SHARE_TEXTS } from './src/shell/first-texts.ts';
import { PracticeSign, PracticeWords } from './src/shell/practice-words.ts';

/**
 * Puts the practice marker into index.html, as the app draws it and in every language: what stands before the
 * code of the app has come says already that this market is not real. first-page.css shows the reader's
 * language. Home begins with its bar, its hero and its doors, where they will stay. Beside them the addresses of what
 * a visit to Home or to a share asks for when the app's code has come: first-paint.js asks for it beside that code.
 */
export function firstPage(addressOf: (texts: string) => string): Plugin {
  const texts = (namespaces: readonly TextNamespace[]): string =>
    textFiles(namespaces)
      .map((file) => addressOf(`*/${file}`))
      .join(' ');
  return {
    name: 'khara:first-page',
    transformIndexHtml: (html, { bundle = {} }) => {
      const first = filesOf(bundle, ({ isEntry }) => isEntry);
      const screen = (path: string) => {
        const files = filesOf(bundle, ({ facadeModuleId }) => facadeModuleId?.endsWith(path) === true);
        return Array.from(files.difference(first), (file) => SCOPE + file).join(' ');
      };
      return html
        .replace('%PRACTICE%', marker)
        .replace('%INVITATION%', invitation)
        .replace('%DOORS%', doors)
        .replace('%SHELL%', texts(SHELL))
        .replace('%HOME%', `${screen('/screens/home/home.tsx')} ${texts(HOME_TEXTS)}`)
        .replace('%SHARE%', `${screen('/screens/market/details.tsx')} ${texts(SHARE_TEXTS)}`);
    },
  };
}

/** What a guest reads in the hero: the same words in the same place as those of features/home/hero.tsx. */
const invitation = renderToStaticMarkup(
  createElement(
    Fragment,
    null,
    ...LANGUAGES.map(({ tag }) => {
      const { guestTitle, guestText, start } = textsFor(tag).home;
      return createElement(
        'div',
        { key: tag, lang: tag },
        createElement('b', null, guestTitle),
        createElement('p', null, guestText),
        createElement('i', null, start), // the app's own button takes its place: this one does nothing yet
      );
    }),
  ),
);

/** The words of the three doors as a guest reads them, in the rows of features/home/doors.tsx. */
const doors = renderToStaticMarkup(
  createElement(
    Fragment,
    null,
    ...LANGUAGES.map(({ tag }) => {
      const { home, nav } = textsFor(tag);
      const row = (name: 'learn' | 'lab' | 'lesson') =>
        createElement('p', { key: name }, createElement('b', null, nav[name]), home[`${name}Text`]);
      return createElement('div', { key: tag, lang: tag }, row('learn'), row('lab'), row('lesson'));
    }),
  ),
);

const marker = renderToStaticMarkup(
  createElement(
    Fragment,
    null,
    createElement(PracticeSign),
    ...LANGUAGES.map(({ tag }) => {
      const { title, text } = textsFor(tag).common.practice;
      return createElement(PracticeWords, { key: tag, title, text, language: tag });
    }),
  ),
);
