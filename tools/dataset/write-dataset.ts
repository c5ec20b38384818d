import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BENCH, type LevelBook, type OrderMessage, playOrders } from '@khara/bench';
import { readVersion } from '../project.ts';
import { dataCard, type DatasetOptions } from './data-card.ts';
import { DatasetFacts } from './dataset-facts.ts';
import { type Column, type Row, TableFile } from './table-file.ts';

export const MANIFEST = 'manifest.json';
/** What says which data set this is, beside its files. */
export type Manifest = {
  readonly project: string;
  /** The market's version: another one makes other days of the same seed. */
  readonly bench: string;
  readonly options: DatasetOptions;
  /** SHA-256 by file. */
  readonly files: Readonly<Record<string, string>>;
};

/** LOBSTER has prices in ten thousandths of its currency. */
const toLobster = (price: number): number => price * 100;
/** Stand where a book has fewer prices than levels. */
const NO_ASK = 9_999_999_999;
const NO_BID = -9_999_999_999;

/** Seconds since midnight in India. */
const TIME: Column = { name: 'time', type: 'DOUBLE' };
const MESSAGES: readonly Column[] = [
  TIME,
  { name: 'type', type: 'INT32' },
  { name: 'order_id', type: 'INT32' },
  { name: 'size', type: 'INT32' },
  { name: 'price', type: 'INT64' },
  { name: 'direction', type: 'INT32' },
  { name: 'phase', type: 'STRING' },
];
const TRUTH: readonly Column[] = [
  { name: 'kind', type: 'STRING' },
  { name: 'by', type: 'STRING' },
];
const NEWS: readonly Column[] = [
  TIME,
  { name: 'code', type: 'STRING' },
  { name: 'about', type: 'STRING' },
  { name: 'bps', type: 'INT32' },
];
const bookColumns = (levels: number): readonly Column[] =>
  Array.from({ length: levels }, (_, at) =>
    ['ask_price', 'ask_size', 'bid_price', 'bid_size'].map((name) => ({
      name: `${name}_${at + 1}`,
      type: 'INT64' as const,
    })),
  ).flat();

/** The files of one share and day. */
type ShareFiles = { readonly messages: TableFile; readonly book: TableFile; readonly truth: TableFile };

/** Writes a data set into a directory that is new or empty, and answers what it wrote. */
export function writeDataset(directory: string, options: DatasetOptions): Manifest {
  const { levels, ...played } = options;
  const facts = new DatasetFacts();
  let files = new Map<string, ShareFiles>();
  let values: TableFile;
  let news: TableFile;
  playOrders(played, {
    begin({ marketDate, codes }) {
      mkdirSync(directory, { recursive: true }); // options are right by now
      files = new Map(
        codes.map((code) => {
          const table = (what: string, columns: readonly Column[], hasHead = false) =>
            new TableFile(path.join(directory, `${code}_${marketDate}_${what}`), columns, { hasHead });
          return [
            code,
            {
              messages: table(`message_${levels}`, MESSAGES),
              book: table(`orderbook_${levels}`, bookColumns(levels)),
              truth: table('truth', TRUTH, true),
            },
          ];
        }),
      );
      const valueColumns = codes.map((name): Column => ({ name, type: 'INT64' }));
      const ofDay = path.join(directory, marketDate);
      values = new TableFile(`${ofDay}_values`, [TIME, ...valueColumns], { hasHead: true });
      news = new TableFile(`${ofDay}_news`, NEWS, { hasHead: true });
    },
    message(message, book) {
      const file = files.get(message.code)!; // one of the day's
      file.messages.add(toMessageRow(message));
      file.book.add(toBookRow(book, levels));
      file.truth.add([message.kind, message.by ?? '']);
      facts.add(message, book);
    },
    step({ timeMs, values: ofShares, news: heard }) {
      values.add([timeMs / 1000, ...ofShares]);
      for (const { code, about, bps } of heard) news.add([timeMs / 1000, code, about, bps]);
    },
    end() {
      for (const { messages, book, truth } of files.values()) [messages, book, truth].forEach((file) => file.close());
      values.close();
      news.close();
    },
  });
  writeFileSync(path.join(directory, 'README.md'), dataCard(options, facts.lines()));
  const manifest: Manifest = { project: readVersion(), bench: BENCH, options, files: hashFiles(directory) };
  writeFileSync(path.join(directory, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

const toMessageRow = ({ timeMs, type, id, size, price, side, phase }: OrderMessage): Row => [
  timeMs / 1000,
  type,
  id,
  size,
  toLobster(price),
  side === 'buy' ? 1 : -1,
  phase,
];

function toBookRow({ buy, sell }: LevelBook, levels: number): Row {
  const row: number[] = [];
  for (let at = 0; at < levels; at += 1) {
    const [ask, bid] = [sell[at], buy[at]];
    row.push(ask ? toLobster(ask.price) : NO_ASK, ask?.quantity ?? 0);
    row.push(bid ? toLobster(bid.price) : NO_BID, bid?.quantity ?? 0);
  }
  return row;
}

/** SHA-256 of the tables of a data set, by name. */
export const hashFiles = (directory: string): Manifest['files'] =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => /\.(?:csv|parquet)$/.test(name))
      .toSorted()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(directory, name)))
          .digest('hex'),
      ]),
  );
