import { saveFile } from '#lib/save-file.ts';
import type { Quarter } from './quarters.ts';

/** Every line of a quarter, by the name that the call gives it. */
const linesOf = ({ quarter, publishedOn, profitAndLoss, balance, cashFlow, holders, ...rest }: Quarter) => ({
  quarter,
  publishedOn,
  ...profitAndLoss,
  ...balance,
  ...cashFlow,
  ...holders,
  dividends: rest.dividends,
  ...rest.notes,
  expectedRevenue: rest.expected.revenue,
  expectedProfit: rest.expected.profit,
  surprise: rest.surprise,
});

/** Quarters as text of figures (RFC 4180), oldest first: crores of rupees, and per cent of holders and surprise. */
function accountsCsv(quarters: readonly Quarter[]): string {
  const rows = quarters.map(linesOf);
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => Object.values(row))].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export const saveAccounts = (code: string, quarters: readonly Quarter[]): void =>
  saveFile(new Blob([accountsCsv(quarters)], { type: 'text/csv' }), `${code}-accounts.csv`);
