import { createElement } from 'react';

/**
 * The marker's sign and its words: on every page, and in index.html before there is a page (first-page.ts). Without
 * JSX: the build reads this file in Node, which does not know it.
 */
type Props = { readonly title: string; readonly text: string; readonly language?: string };

export const PracticeSign = () =>
  createElement(
    'svg',
    { width: '14', height: '14', viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    createElement('path', {
      d: 'M7 .9 12.3 4v6L7 13.1 1.7 10V4z',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '1.2',
      strokeLinejoin: 'round',
    }),
    createElement('path', {
      d: 'M4.6 8.9 9.4 5.1',
      stroke: 'currentColor',
      strokeWidth: '1.6',
      strokeLinecap: 'round',
    }),
  );

export const PracticeWords = ({ title, text, language }: Props) =>
  createElement('span', { className: 'practice-words', lang: language }, createElement('b', null, title), ` – ${text}`);
