import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import type { Language } from '@khara/contract';
import { unpackWoff } from './unpack-woff.ts';
import type { Paper, PaperTable } from '../document-ports.ts';

/** Draws one document after the other, in a thread of its own: a page takes seconds, in which the market goes on. */

const fontFile = createRequire(import.meta.url).resolve;
/** Whole fonts, not the slices that browsers load one by one. None is fetched from anywhere. */
const FONTS = {
  latin: '@fontsource/noto-sans/files/noto-sans-latin',
  latinExt: '@fontsource/noto-sans/files/noto-sans-latin-ext',
  hi: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
  'zh-Hans': '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified',
  'zh-Hant': '@fontsource/noto-sans-tc/files/noto-sans-tc-chinese-traditional',
} as const;
const loaded = new Set<string>();
/** Fonts are read when a document first needs them: the Chinese ones are some megabytes. */
function loadFonts(language: Language): void {
  for (const family of FAMILIES[language]) {
    if (loaded.has(family)) continue;
    loaded.add(family);
    const fonts = [400, 700].map((fontWeight) => {
      const font = unpackWoff(readFileSync(fontFile(`${FONTS[family]}-${fontWeight}-normal.woff`)));
      return { src: `data:font/ttf;base64,${font.toString('base64')}`, fontWeight };
    });
    Font.register({ family, fonts });
  }
}
// Words are not divided: a number that breaks over two lines is misread.
Font.registerHyphenationCallback((word) => [word]);

/** Each character is taken from the first family that has it; Devanagari has the sign of the rupee. */
const FAMILIES = {
  en: ['latin', 'latinExt', 'hi'],
  hi: ['hi', 'latin', 'latinExt'],
  'zh-Hans': ['latin', 'zh-Hans', 'latinExt', 'hi'],
  'zh-Hant': ['latin', 'zh-Hant', 'latinExt', 'hi'],
} as const satisfies Readonly<Record<Language, readonly (keyof typeof FONTS)[]>>;

const style = StyleSheet.create({
  page: { paddingTop: 56, paddingBottom: 52, paddingHorizontal: 32, fontSize: 8, lineHeight: 1.35, color: '#0c1f2c' },
  label: {
    position: 'absolute',
    top: 18,
    left: 32,
    right: 32,
    padding: 5,
    backgroundColor: '#fbf6e6',
    color: '#6e5010',
    fontSize: 8,
    fontWeight: 700,
  },
  title: { fontSize: 16, fontWeight: 700, marginBottom: 2 },
  facts: { flexDirection: 'row', flexWrap: 'wrap', marginVertical: 6 },
  fact: { width: '33%', paddingRight: 8, marginBottom: 4 },
  name: { color: '#4b6475', fontSize: 7 },
  heading: { fontSize: 10, fontWeight: 700, marginTop: 8, marginBottom: 3 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#d5dde3', paddingVertical: 2.5 },
  head: { flexDirection: 'row', backgroundColor: '#eef2f5', paddingVertical: 3, fontWeight: 700 },
  total: { flexDirection: 'row', paddingVertical: 3, fontWeight: 700 },
  note: { marginTop: 6, color: '#4b6475', fontSize: 7 },
  foot: {
    position: 'absolute',
    bottom: 20,
    left: 32,
    right: 32,
    flexDirection: 'row',
    justifyContent: 'space-between',
    color: '#4b6475',
    fontSize: 7,
  },
});

const row = (table: PaperTable, cells: readonly string[], look: 'row' | 'head' | 'total', key: string): ReactNode =>
  h(
    View,
    { key, style: style[look], wrap: false, ...(look === 'head' && { fixed: true }) },
    ...table.columns.map(({ width, isNumber }, index) =>
      h(
        Text,
        { key: index, style: { width: `${width}%`, paddingHorizontal: 2, textAlign: isNumber ? 'right' : 'left' } },
        cells[index] ?? '',
      ),
    ),
  );

const tableOf = (table: PaperTable, key: string): ReactNode =>
  h(
    View,
    { key },
    h(Text, { style: style.heading, minPresenceAhead: 40 }, table.title),
    row(
      table,
      table.columns.map(({ title }) => title),
      'head',
      'head',
    ),
    ...table.rows.map((cells, index) => row(table, cells, 'row', `${index}`)),
    ...(table.totals ?? []).map((cells, index) => row(table, cells, 'total', `total${index}`)),
  );

/** Rows that are laid out at once. The work grows faster than they do, and with a thousand the layout fails. */
const ROWS_AT_ONCE = 300;

/** Tables in parts that can be laid out, each beginning on a sheet of its own. */
function partsOf(tables: readonly PaperTable[]): readonly (readonly PaperTable[])[] {
  const parts: PaperTable[][] = [[]];
  let rows = 0;
  for (const table of tables) {
    const { totals, ...rest } = table;
    for (let from = 0; from === 0 || from < table.rows.length; from += ROWS_AT_ONCE) {
      const cut = table.rows.slice(from, from + ROWS_AT_ONCE);
      const isLast = from + ROWS_AT_ONCE >= table.rows.length;
      if (rows + cut.length > ROWS_AT_ONCE) {
        parts.push([]);
        rows = 0;
      }
      parts.at(-1)?.push({ ...rest, rows: cut, ...(isLast && totals && { totals }) });
      rows += cut.length;
    }
  }
  return parts;
}

const headOf = (paper: Paper): readonly ReactNode[] => [
  h(Text, { key: 'title', style: style.title }, paper.title),
  ...paper.lead.map((text, index) => h(Text, { key: `lead${index}` }, text)),
  h(
    View,
    { key: 'facts', style: style.facts },
    ...paper.facts.map(({ name, value }) =>
      h(View, { key: name, style: style.fact }, h(Text, { style: style.name }, name), h(Text, {}, value)),
    ),
  ),
];

const documentOf = (paper: Paper) => {
  const { title, author, language } = paper;
  const parts = partsOf(paper.tables);
  // The type has one family; the layout takes several.
  const fontFamily = [...FAMILIES[language]] as unknown as string;
  return h(
    Document,
    { title, author, language, creator: author, producer: author },
    ...parts.map((tables, part) =>
      h(
        Page,
        {
          key: part,
          size: 'A4',
          orientation: paper.wide ? 'landscape' : 'portrait',
          style: { ...style.page, fontFamily },
        },
        h(View, { style: style.label, fixed: true }, h(Text, {}, paper.label)),
        ...(part === 0 ? headOf(paper) : []),
        ...tables.map((table, index) => tableOf(table, `table${index}`)),
        ...(part === parts.length - 1
          ? paper.notes.map((text, index) => h(Text, { key: `note${index}`, style: style.note }, text))
          : []),
        h(
          View,
          { style: style.foot, fixed: true },
          h(Text, {}, paper.foot),
          h(Text, { render: ({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}` }),
        ),
      ),
    ),
  );
};

type Answer = { readonly id: number; readonly bytes: Uint8Array } | { readonly id: number; readonly error: string };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
const answer = (message: Answer): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, paper }: { readonly id: number; readonly paper: Paper }) => {
  loadFonts(paper.language);
  renderToBuffer(documentOf(paper)).then(
    (bytes) => answer({ id, bytes: new Uint8Array(bytes) }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
