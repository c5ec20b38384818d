import { isTradeForTrade } from '@khara/rules';
import { readCsv } from '@khara/universe';
import { beforeAll, describe, expect, it } from 'vitest';
import { live, type LivedDay, placed, stepAtClock } from '../test/lived-day.ts';
import { papersOfDay, type MemberFill } from './day-papers.ts';
import { finishedDay } from './finished-day.ts';
import { replayDay } from './replay-day.ts';
import { issuerSeries } from './series-of.ts';

const CODE = 'AAMRAI';
const [BUYER, SELLER] = [41, 42];
const NOON = stepAtClock(12 * 3_600_000);

const sumOf = (some: readonly MemberFill[]) => some.reduce((sum, { quantity }) => sum + quantity, 0);
const rowsOf = (paper: { readonly csv: string }) => readCsv(paper.csv);

describe('the papers of a market day', () => {
  let lived: LivedDay;
  let fills: readonly MemberFill[];
  let papers: ReturnType<typeof papersOfDay>;

  beforeAll(() => {
    const buy = placed(NOON, 7, CODE, { accountKey: BUYER, quantity: 300, price: 1_340_00 });
    const sell = placed(NOON + 4, 8, CODE, { accountKey: BUYER, quantity: 120, side: 'sell', price: 1_300_00 });
    const other = placed(NOON + 8, 9, CODE, { accountKey: SELLER, quantity: 50, side: 'sell', price: 1_300_00 });
    lived = live([buy, sell, other]);
    const { day, events } = lived;
    const orders = new Map(
      [buy, sell, other].map(({ command }) => [command.kind === 'place' && command.orderId, command]),
    );
    fills = events.flatMap((event): MemberFill[] => {
      const order = orders.get(event.orderId);
      if (event.kind !== 'filled' || order?.kind !== 'place') return [];
      const { side, accountKey } = order;
      return [
        {
          code: CODE,
          side,
          who: day.inputs.names.account(accountKey),
          price: event.price,
          quantity: event.quantity,
        },
      ];
    });
    papers = papersOfDay(day, finishedDay(day), fills);
  });

  it('are the same when the order log is played again', () => {
    expect(replayDay(lived.lines).papers).toEqual(papers);
  });

  it('have in the bhavcopy what the trades of each share make, in the columns of UDiFF', () => {
    const { day, trades } = lived;
    expect(papers.bhavcopy.csv.split('\r\n')[0]!.split(',')).toHaveLength(34);
    const lines = rowsOf(papers.bhavcopy);
    const traded = new Set(trades.map(({ share }) => share));
    expect(lines).toHaveLength(traded.size);
    for (const line of lines) {
      const share = Number(line.get('FinInstrmId')) - 1;
      const { code, isin } = day.universe.issuers[share]!;
      const own = trades.filter((trade) => trade.share === share);
      const prices = own.map(({ price }) => price);
      const value = own.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
      const paise = (column: string) => Math.round(Number(line.get(column)) * 100);
      expect([line.get('TckrSymb'), line.get('ISIN'), line.get('TradDt')]).toEqual([code, isin, '2026-11-23']);
      expect([paise('OpnPric'), paise('HghPric'), paise('LwPric'), paise('LastPric')]).toEqual([
        prices[0],
        Math.max(...prices),
        Math.min(...prices),
        prices.at(-1),
      ]);
      expect(Number(line.get('TtlTradgVol'))).toBe(own.reduce((sum, { quantity }) => sum + quantity, 0));
      expect(line.get('TtlTrfVal').replace('.', '')).toBe(String(value));
      expect(Number(line.get('TtlNbOfTxsExctd'))).toBe(own.length);
    }
  });

  it('count as delivered what clients keep: buys of all clients are the volume, and what was sold again is not', () => {
    const { day } = lived;
    const delivered = new Map(rowsOf(papers.delivery).map((line) => [line.get('Name of Security'), line] as const));
    day.universe.issuers.forEach((issuer, share) => {
      const { code } = issuer;
      const { makers, othersBought } = day.market.clients(share);
      const own = fills.filter((fill) => fill.code === code);
      const bought = sumOf(own.filter(({ side }) => side === 'buy'));
      const volume = day.market.quote(share).volume;
      expect(othersBought + bought + makers.reduce((sum, maker) => sum + maker.bought, 0)).toBe(volume);
      const kept = makers.reduce((sum, maker) => sum + Math.max(0, maker.bought - maker.sold), othersBought);
      const line = delivered.get(code);
      const column = 'Deliverable Quantity (gross across client level)';
      // The buyer of 300 sold 120 of them again; the seller sold what it had. Trade-for-trade nothing nets.
      const nets = kept + (code === CODE ? 300 - 120 : 0);
      const isAll = isTradeForTrade(issuerSeries(issuer, day.inputs.marketDate));
      if (volume > 0) expect(Number(line?.get(column))).toBe(isAll ? volume : nets);
    });
    const percents = rowsOf(papers.delivery).map((line) =>
      Number(line.get('% of Deliverable Quantity to Traded Quantity')),
    );
    expect(Math.min(...percents)).toBeGreaterThan(10);
    expect(Math.max(...percents)).toBeLessThanOrEqual(100);
  });

  it('name a client whose purchases are more than half a per cent of the listed shares, at its average price', () => {
    const { day } = lived;
    const rows = finishedDay(day);
    const issuer = day.universe.issuers.find(({ code }) => code === CODE)!;
    const line = Math.floor(issuer.sharesOutstanding / 200);
    const of = (quantity: number): MemberFill[] => [
      { code: CODE, side: 'buy', who: 'a client', price: 100_00, quantity: quantity - 1 },
      { code: CODE, side: 'buy', who: 'a client', price: 200_00, quantity: 1 },
    ];
    const deals = (quantity: number) =>
      rowsOf(papersOfDay(day, rows, of(quantity)).bulkDeals).filter((row) => row.get('Client Name') === 'a client');
    expect(deals(line)).toEqual([]);
    const [deal] = deals(line + 1);
    const said = ['Date', 'Symbol', 'Buy/Sell', 'Quantity Traded', 'Trade Price / Wght. Avg. Price'].map((column) =>
      deal?.get(column),
    );
    expect(said).toEqual(['23-NOV-2026', CODE, 'BUY', String(line + 1), '100.00']);
  });
});
