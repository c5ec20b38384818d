import { mulDiv, priceText, rupees } from '@khara/money';
import { isTradeForTrade, type Day } from '@khara/rules';
import { writeCsv, type Issuer } from '@khara/universe';
import type { FinishedDay } from './finished-day.ts';
import { sha256Hex } from './sha256.ts';
import { issuerSeries } from './series-of.ts';
import type { TradingDay } from './trading-day.ts';

/*
 * The papers of a closed market day that its order log gives again: the bhavcopy, the delivery position and the bulk
 * deals, in the columns of NSE's files. Source: docs/sources.md P1 to P3.
 */

/** A paper as a file: CSV with one header line. */
export type Paper = {
  readonly csv: string;
  /** Lines below the header. */
  readonly rows: number;
};

export const toPaper = (header: readonly string[], rows: readonly (readonly string[])[]): Paper => ({
  csv: writeCsv([header, ...rows]),
  rows: rows.length,
});

/** What a member bought or sold of a share in a fill. Price in paise. */
export type MemberFill = {
  readonly code: string;
  /** The member's pseudonym of the day, as the order log has it. */
  readonly who: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly quantity: number;
};

/** What one client bought and sold of a share in the day. */
type Client = {
  readonly who: string;
  bought: number;
  boughtPaise: bigint;
  sold: number;
  soldPaise: bigint;
};

/** The three papers. `rows` and `fills` are of the whole day, which has closed. */
export function papersOfDay(
  day: TradingDay,
  rows: readonly FinishedDay[],
  fills: readonly MemberFill[],
): { readonly bhavcopy: Paper; readonly delivery: Paper; readonly bulkDeals: Paper } {
  const { marketDate } = day.inputs;
  const members = new Map<string, MemberFill[]>();
  for (const fill of fills) {
    const ofShare = members.get(fill.code);
    if (ofShare) ofShare.push(fill);
    else members.set(fill.code, [fill]);
  }
  const traded = rows.flatMap((row, share): Traded[] => {
    const issuer = day.universe.issuers[share]; // indices come after the shares
    if (!issuer || row.volume === 0) return [];
    const series = issuerSeries(issuer, marketDate);
    const clients = collectClients(day, share, members.get(row.code) ?? []);
    return [{ row, issuer, share, series, ...clients }];
  });
  traded.sort((a, b) => (a.row.code < b.row.code ? -1 : 1));
  return {
    bhavcopy: toPaper(
      BHAVCOPY,
      traded.map((each) => bhavcopyLine(day, each)),
    ),
    delivery: toPaper(DELIVERY, traded.map(deliveryLine)),
    bulkDeals: toPaper(
      DEALS,
      traded.flatMap((each) => bulkDealLines(marketDate, each)),
    ),
  };
}

type Traded = {
  readonly row: FinishedDay;
  readonly issuer: Issuer;
  readonly share: number;
  readonly series: string;
  readonly clients: readonly Client[];
  /** Shares that simulated participants bought who are clients for one order. */
  readonly othersBought: number;
};

/**
 * A maker's name on a day follows from the seed: makers are simulated, and a reader may know which deals are theirs.
 */
const makerName = (seed: Uint8Array, account: number): string =>
  sha256Hex('khara/maker/1\n', seed, String(account)).slice(0, 16);

/** Makers and members by name. Of the other participants each order is a client of its own. */
function collectClients({ market, inputs }: TradingDay, share: number, fills: readonly MemberFill[]) {
  const { makers, othersBought } = market.clients(share);
  const clients = new Map<string, Client>();
  for (const { account, ...done } of makers) {
    const who = makerName(inputs.seed, account);
    clients.set(who, { who, ...done });
  }
  for (const { who, side, price, quantity } of fills) {
    const client = clients.get(who) ?? { who, bought: 0, boughtPaise: 0n, sold: 0, soldPaise: 0n };
    clients.set(who, client);
    const value = BigInt(price) * BigInt(quantity);
    if (side === 'buy') {
      client.bought += quantity;
      client.boughtPaise += value;
    } else {
      client.sold += quantity;
      client.soldPaise += value;
    }
  }
  return { clients: [...clients.values()], othersBought };
}

// ---- bhavcopy -------------------------------------------------------------------------------------------------------

const BHAVCOPY =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4'.split(
    ',',
  );

/** Columns of derivatives and those kept free are empty, as in NSE's file for shares. */
function bhavcopyLine({ inputs, tape, market }: TradingDay, { row, issuer, share, series }: Traded): readonly string[] {
  const { marketDate } = inputs;
  const prices = [row.openPrice, row.highPrice, row.lowPrice, row.closePrice, row.lastPrice];
  return [
    marketDate,
    marketDate,
    'CM',
    'KHARA',
    'STK',
    String(share + 1),
    issuer.isin,
    issuer.code,
    series,
    '',
    '',
    '',
    '',
    issuer.names.en,
    ...prices.map((price) => priceText(price!)), // it traded: it has all of them
    priceText(tape.previousClose(share)),
    '',
    priceText(row.closePrice),
    '',
    '',
    String(row.volume),
    rupees(row.valuePaise),
    String(market.quote(share).trades),
    'F1',
    String(issuer.lotSize),
    '',
    '',
    '',
    '',
    '',
  ];
}

// ---- delivery -------------------------------------------------------------------------------------------------------

const DELIVERY = [
  'Record Type',
  'Sr No',
  'Name of Security',
  'Type of Security',
  'Quantity Traded',
  'Deliverable Quantity (gross across client level)',
  '% of Deliverable Quantity to Traded Quantity',
];

const deliveryLine = (traded: Traded, at: number): readonly string[] => {
  const { row, series } = traded;
  const deliverable = countDeliverable(traded);
  const hundredths = mulDiv(BigInt(deliverable), 10_000n, BigInt(row.volume), 'half_up');
  return ['20', String(at + 1), row.code, series, String(row.volume), String(deliverable), rupees(hundredths)];
};

/** What clients bought and did not sell again in the day. Trade-for-trade nothing nets, and all is delivered. */
function countDeliverable({ row, series, clients, othersBought }: Traded): number {
  if (isTradeForTrade(series)) return row.volume;
  return clients.reduce((sum, { bought, sold }) => sum + Math.max(0, bought - sold), othersBought);
}

// ---- deals ----------------------------------------------------------------------------------------------------------

/** Of bulk deals and of block deals. */
export const DEALS = [
  'Date',
  'Symbol',
  'Security Name',
  'Client Name',
  'Buy/Sell',
  'Quantity Traded',
  'Trade Price / Wght. Avg. Price',
  'Remarks',
];

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** A date as NSE's older files write it: 23-NOV-2026. */
export const paperDate = (day: Day): string =>
  [day.slice(8, 10), MONTHS[Number(day.slice(5, 7)) - 1], day.slice(0, 4)].join('-');

/**
 * More of a share's listed shares than this, bought or sold by one client in a day, is disclosed, in basis points.
 * Source: docs/sources.md P3.
 */
const BULK_BPS = 50n;

function bulkDealLines(marketDate: Day, { issuer, clients }: Traded): readonly (readonly string[])[] {
  const isBulk = (quantity: number) => BigInt(quantity) * 10_000n > BigInt(issuer.sharesOutstanding) * BULK_BPS;
  const line = (who: string, side: string, quantity: number, paise: bigint) => [
    paperDate(marketDate),
    issuer.code,
    issuer.names.en,
    who,
    side,
    String(quantity),
    rupees(mulDiv(paise, 1n, BigInt(quantity), 'half_up')),
    '-',
  ];
  return clients
    .toSorted((a, b) => (a.who < b.who ? -1 : 1))
    .flatMap(({ who, bought, boughtPaise, sold, soldPaise }) => [
      ...(isBulk(bought) ? [line(who, 'BUY', bought, boughtPaise)] : []),
      ...(isBulk(sold) ? [line(who, 'SELL', sold, soldPaise)] : []),
    ]);
}
