import { deliveredShares, type Fill, makeNote, type OrderOfDay } from '@khara/broker';

/** What an account's orders were filled for on the day, of which its contract note is made. */
export class DayTrades {
  readonly #orders = new Map<bigint, OrderOfDay>();
  readonly #tradeForTrade = new Set<string>();
  #charged = 0n;

  /** Shares that trade trade-for-trade on the day: nothing of them nets. */
  noteTradeForTrade(codes: readonly string[]): void {
    this.#tradeForTrade.clear();
    for (const code of codes) this.#tradeForTrade.add(code);
  }

  readonly isTradeForTrade = (code: string): boolean => this.#tradeForTrade.has(code);

  add({ orderId, code, asset, side, product, quantity, valuePaise, charges }: Fill): void {
    const before = this.#orders.get(orderId);
    this.#charged += charges.total;
    this.#orders.set(orderId, {
      code,
      asset,
      side,
      product,
      quantity: (before?.quantity ?? 0n) + BigInt(quantity),
      paise: (before?.paise ?? 0n) + valuePaise,
      dp: (before?.dp ?? 0n) + charges.dp,
      tradeForTrade: this.#tradeForTrade.has(code),
    });
  }

  /** What the note charges beyond what the fills did, below zero where it charges less, and what it brings by asset. */
  makeNote(marketDate: string): { readonly overPaise: bigint; readonly delivered: ReadonlyMap<string, number> } {
    const rows = [...this.#orders].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, order]) => order);
    if (rows.length === 0) return { overPaise: 0n, delivered: new Map() };
    const { lines, charges } = makeNote(marketDate, rows, []);
    const shares = deliveredShares(lines);
    const delivered = new Map(
      rows.flatMap(({ asset, code }) => (shares.has(code) ? [[asset, shares.get(code)!]] : [])),
    );
    return { overPaise: charges.total - this.#charged, delivered };
  }

  clear(): void {
    this.#orders.clear();
    this.#charged = 0n;
  }
}
