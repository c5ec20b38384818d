import { DAY_MS } from '@khara/rules';

/** The date `days` before a market date; undefined without one. */
export function dayBefore(marketDate: string, days: number): string {
  const at = Date.parse(`${marketDate}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at - days * DAY_MS).toISOString().slice(0, 10);
}

/** The financial year of a market date, from April to March: "2026-27". */
export function toFinancialYear(marketDate: string): string {
  const [year = 0, month = 1] = marketDate.split('-').map(Number);
  const begins = month >= 4 ? year : year - 1;
  return marketDate === '' ? '' : `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
}
