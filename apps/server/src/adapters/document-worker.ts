import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import { answerJobs } from './answer-jobs.ts';
import { FAMILIES, loadFonts } from './document-fonts.ts';
import type { Paper, PaperTable } from '#src/ports/printer.ts';

/** Renders one document after the other, in a thread of its own: a page takes seconds, in which the market goes on. */

/** Of every text but the foot: what is written when the pages are known is lost where lines have a height. */
const lineHeight = 1.35;
const text = { fontSize: 8, lineHeight };
const style = StyleSheet.create({
  page: { paddingTop: 56, paddingBottom: 52, paddingHorizontal: 32, fontSize: 8, color: '#0c1f2c' },
  label: {
    position: 'absolute',
    top: 18,
    left: 32,
    right: 32,
    padding: 5,
    backgroundColor: '#fbf6e6',
    color: '#6e5010',
    ...text,
    fontWeight: 700,
  },
  title: { fontSize: 16, lineHeight, fontWeight: 700, marginBottom: 4 },
  facts: { ...text, flexDirection: 'row', flexWrap: 'wrap', marginVertical: 6 },
  fact: { width: '33%', paddingRight: 8, marginBottom: 4 },
  name: { color: '#4b6475', fontSize: 7, lineHeight },
  heading: { fontSize: 10, lineHeight, fontWeight: 700, marginTop: 8, marginBottom: 4 },
  row: { ...text, flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#d5dde3', paddingVertical: 2.5 },
  head: {
    ...text,
    flexDirection: 'row',
    alignItems: 'flex-end',
    backgroundColor: '#eef2f5',
    paddingVertical: 3,
    fontWeight: 700,
  },
  total: { ...text, flexDirection: 'row', paddingVertical: 3, fontWeight: 700 },
  note: { fontSize: 7, lineHeight, marginTop: 6, color: '#4b6475' },
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
        { key: index, style: { width: `${width}%`, paddingHorizontal: 4, textAlign: isNumber ? 'right' : 'left' } },
        cells[index] ?? '',
      ),
    ),
  );

const renderTable = (table: PaperTable, key: string): ReactNode =>
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
const BATCH_ROWS = 300;

/** Tables in parts that can be laid out, each beginning on a sheet of its own. */
function splitTables(tables: readonly PaperTable[]): readonly (readonly PaperTable[])[] {
  const parts: PaperTable[][] = [[]];
  let rows = 0;
  for (const table of tables) {
    const { totals, ...rest } = table;
    for (let from = 0; from === 0 || from < table.rows.length; from += BATCH_ROWS) {
      const cut = table.rows.slice(from, from + BATCH_ROWS);
      const isLast = from + BATCH_ROWS >= table.rows.length;
      if (rows + cut.length > BATCH_ROWS) {
        parts.push([]);
        rows = 0;
      }
      parts.at(-1)?.push({ ...rest, rows: cut, ...(isLast && totals && { totals }) });
      rows += cut.length;
    }
  }
  return parts;
}

const renderHead = (paper: Paper): readonly ReactNode[] => [
  h(Text, { key: 'title', style: style.title }, paper.title),
  ...paper.lead.map((line, index) => h(Text, { key: `lead${index}`, style: text }, line)),
  h(
    View,
    { key: 'facts', style: style.facts },
    ...paper.facts.map(({ name, value }) =>
      h(View, { key: name, style: style.fact }, h(Text, { style: style.name }, name), h(Text, {}, value)),
    ),
  ),
];

const renderDocument = (paper: Paper) => {
  const { title, author, language } = paper;
  const parts = splitTables(paper.tables);
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
        h(
          View,
          { style: style.foot, fixed: true },
          h(Text, {}, paper.foot),
          h(Text, { render: ({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}` }),
        ),
        ...(part === 0 ? renderHead(paper) : []),
        ...tables.map((table, index) => renderTable(table, `table${index}`)),
        ...(part === parts.length - 1
          ? paper.notes.map((note, index) => h(Text, { key: `note${index}`, style: style.note }, note))
          : []),
      ),
    ),
  );
};

answerJobs<Paper, Uint8Array>(async (paper) => {
  await loadFonts(paper.language);
  return new Uint8Array(await renderToBuffer(renderDocument(paper)));
});
