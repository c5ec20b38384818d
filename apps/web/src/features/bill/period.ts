/** The time a statement is asked for, in market dates ("2026-11-25"). */
export type Period = { readonly from: string; readonly to: string };

export const dayPeriod = (marketDate: string): Period => ({ from: marketDate, to: marketDate });

/** The month of a market date and those before it, newest first, each as "2026-11". */
export function monthsBack(marketDate: string, count: number): readonly string[] {
  const [year = 0, month = 1] = marketDate.split('-').map(Number);
  const newest = year * 12 + (month - 1);
  return Array.from({ length: count }, (_, back) => {
    const at = newest - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}

/** First to last day of "2026-02". */
export function monthPeriod(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate(); // day 0 of the next month
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}
