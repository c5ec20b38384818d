import { MAX_CSV_LINES, MAX_PDF_LINES, MAX_STATEMENT_DAYS, type FileAnswer } from '@khara/contract';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { dayPaperHandlers } from './day-papers/day-papers.ts';
import { contractNotePaper } from './contract-note.ts';
import { readHead } from './head.ts';
import type { Paper, Printer } from '#src/ports/printer.ts';
import { linesBetween, statementCsv, statementPaper } from './statement.ts';
import { forExcel } from './csv.ts';
import * as store from './store.ts';
import { tradebookCsv } from './tradebook.ts';
import { taxCsv, taxPaper, parseYear } from './tax-report.ts';
import { DAY_MS } from '@khara/rules';

/** Papers that may wait for the printer; a page takes a second or more. */
const MAX_WAITING = 8;
const SOON_SECONDS = 5;

/** The calls that answer documents. One is made at a time for a member, however many wait. */
export function createDocumentHandlers(printer: Printer) {
  const busy = new Set<string>();

  /** Lets a member have one document under way, and all members together a few. */
  async function one<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (busy.has(userId)) throw new TryLater(429, 'try_later', SOON_SECONDS);
    if (busy.size >= MAX_WAITING) throw new TryLater(503, 'try_later', SOON_SECONDS);
    busy.add(userId);
    try {
      return await work();
    } finally {
      busy.delete(userId);
    }
  }
  const pdf = async (name: string, paper: Paper): Promise<FileAnswer> => ({
    name: `${name}.pdf`,
    type: 'application/pdf',
    bytes: await printer.print(paper),
  });

  return {
    ...dayPaperHandlers,

    statementFile: (deps, { member, language }, { from, to, format }) =>
      one(member.userId, async () => {
        const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
        if (!(days >= 0)) return refuse('invalid_input', { field: 'from' });
        if (days >= MAX_STATEMENT_DAYS) return refuse('invalid_input', { field: 'to' });
        const most = format === 'pdf' ? MAX_PDF_LINES : MAX_CSV_LINES;
        const reader = { userId: member.userId, language };
        const lines = await linesBetween(deps, reader, { from, to, most });
        if (!lines) return refuse('too_many_lines', { field: 'to' });
        const name = `khara-statement-${from}-${to}`;
        if (format === 'pdf') {
          return done(
            await pdf(
              name,
              statementPaper(await readHead(deps, { userId: member.userId, language }), { from, to, lines }),
            ),
          );
        }
        const csv = statementCsv(language, lines);
        const bytes = Buffer.from(format === 'excel' ? forExcel(csv) : csv);
        return done({ name: `${name}.csv`, type: 'text/csv; charset=utf-8', bytes });
      }),

    tradebook: (deps, { member: { userId } }, { from, to }) =>
      one(userId, async () => {
        if (!(Date.parse(from) <= Date.parse(to))) return refuse('invalid_input', { field: 'from' });
        const trades = await store.tradesBetween(deps.db, { userId, from, to, limit: MAX_CSV_LINES + 1 });
        if (trades.length > MAX_CSV_LINES) return refuse('too_many_lines', { field: 'to' });
        const bytes = Buffer.from(tradebookCsv(deps, trades));
        return done({ name: `khara-tradebook-${from}-${to}.csv`, type: 'text/csv; charset=utf-8', bytes });
      }),

    contractNote: (deps, { member, language }, { marketDate }) =>
      one(member.userId, async () => {
        if (Number.isNaN(Date.parse(marketDate))) return refuse('no_fills_that_day', { field: 'marketDate' });
        const page = { userId: member.userId, marketDate, limit: MAX_PDF_LINES + 1 };
        const fills = await store.fillsOfDay(deps.db, page);
        if (fills.length === 0) return refuse('no_fills_that_day', { field: 'marketDate' });
        if (fills.length > MAX_PDF_LINES) return refuse('too_many_lines', { field: 'marketDate' });
        const [head, of] = await Promise.all([
          readHead(deps, { userId: member.userId, language }),
          store.noteOfDay(deps.db, page),
        ]);
        const paper = contractNotePaper(head, { marketDate, fills, of });
        return done(await pdf(`khara-contract-note-${marketDate}`, paper));
      }),

    taxReport: (deps, { member, language }, { financialYear, format }) =>
      one(member.userId, async () => {
        const year = parseYear(financialYear);
        if (!year) return refuse('invalid_input', { field: 'financialYear' });
        const isPdf = format === undefined || format === 'pdf';
        const most = isPdf ? MAX_PDF_LINES : MAX_CSV_LINES;
        const page = { userId: member.userId, from: year.from, to: year.to, limit: most + 1 };
        const [sales, trades, dividends, auctionLossPaise] = await Promise.all([
          store.lotSales(deps.db, page),
          store.sameDayTrades(deps.db, page),
          store.dividendsBetween(deps.db, page),
          store.auctionLosses(deps.db, page),
        ]);
        const before = await store.salesOfYearsBefore(deps.db, page);
        const speculationBefore = await store.speculationBefore(deps.db, page);
        if (sales.length + trades.length + dividends.length > most)
          return refuse('too_many_lines', { field: 'financialYear' });
        const head = await readHead(deps, { userId: member.userId, language });
        const tax = { year: year.name, sales, before, trades, speculationBefore, dividends, auctionLossPaise };
        const name = `khara-tax-report-${year.name}`;
        if (isPdf) return done(await pdf(name, taxPaper(head, tax)));
        const csv = taxCsv(head, tax);
        const bytes = Buffer.from(format === 'excel' ? forExcel(csv) : csv);
        return done({ name: `${name}.csv`, type: 'text/csv; charset=utf-8', bytes });
      }),
  } satisfies HandlersFor<'statementFile' | 'tradebook' | 'contractNote' | 'taxReport' | keyof typeof dayPaperHandlers>;
}
