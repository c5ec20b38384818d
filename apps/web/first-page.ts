import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { HOME_TEXTS } from './src/shell/first-texts.ts';
import { PracticeSign, PracticeWords } from './src/shell/practice-words.ts';

/**
 * Puts the practice marker into index.html, as the app draws it and in every language: what stands before the
 * code of the app has come says already that this market is not real. first-page.css shows the reader's
 * language. Beside it the addresses of home's texts.
 */
export const firstPage = (addressOf: (texts: string) => string): Plugin => ({
  name: 'khara:first-page',
  transformIndexHtml: (html) =>
    html
      .replace('%PRACTICE%', marker)
      .replace('%TEXTS%', HOME_TEXTS.map((namespace) => addressOf(`*/${namespace}`)).join(' ')),
});

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
