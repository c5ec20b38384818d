import { fixedBandPercent, issuerSeries, surveillanceStage, tradeForTradeEnd } from '@khara/market-day';
import { MEASURES } from '@khara/rules';
import type { Language } from '@khara/contract';
import { percent, priceText, rupees } from '@khara/money';
import type { Issuer } from '@khara/universe';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import type { Member } from '#src/kernel/member.ts';
import type { Holding } from '#src/ports/portfolio.ts';
import type { Instrument, MarketView, Quote } from '#src/ports/market.ts';
import { DEFAULT_SIZE, idIn } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Charts } from './charts.ts';
import { presentFund } from './fund.ts';
import { findList } from './list-store.ts';
import { createSearchText, selectPage } from './lists.ts';
import {
  isUnlisted,
  sectorName,
  presentDepth,
  presentMargin,
  presentQuote,
  presentSpark,
  type Reader,
} from './quotes.ts';
import type { Watchlists } from './watchlists.ts';

const DEFAULT_CANDLES = 300;
const MAX_CANDLES = 1_000;
const DEPTH_LEVELS = 5;

export type MarketHandlerParts = {
  readonly charts: Charts;
  readonly companies: { yearlyProfits(): Promise<Reader['yearlyProfit']> };
  readonly watchlists: Watchlists;
};

type MarketHandlers = HandlersFor<'marketList' | 'marketDetail' | 'candles' | 'toggleWatch'>;

/** The calls of the market: from memory, but for watchlists and candles of finished days that are not looked at yet. */
export function createMarketHandlers({ charts, companies, watchlists }: MarketHandlerParts): MarketHandlers {
  const searchText = createSearchText();
  const createReader = async (
    { market }: Pick<Deps, 'market'>,
    language: Language,
    member: Member | undefined,
  ): Promise<Reader & { readonly list: readonly string[] }> => {
    const [list, yearlyProfit] = await Promise.all([
      member ? watchlists.of(member.userId) : [],
      companies.yearlyProfits(),
    ]);
    return { language, list, watched: new Set(list), marketDate: market.now().marketDate, yearlyProfit };
  };

  return {
    marketList: async (deps, { language, member }, body) => {
      const { db, market, clock } = deps;
      const reader = await createReader(deps, language, member);
      const watched = body.listId === undefined ? reader.list : await codesOn(db, member, body.listId, reader.list);
      const page = selectPage({ market, searchText }, { ...body, size: body.size ?? DEFAULT_SIZE }, watched);
      const now = clock.now();
      return done({
        list: page.rows.map(({ instrument, quote }) => ({
          ...presentQuote(instrument, quote, reader, now),
          ...(body.spark && { spark: presentSpark(market, instrument.code) }),
        })),
        nextCursor: page.nextCursor,
        breadth: page.breadth,
      });
    },

    marketDetail: async (deps, { language, member }, { code }) => {
      const instrument = deps.market.instrument(code);
      const quote = deps.market.quote(code);
      if (!instrument || !quote) return refuse('unknown_code');
      const [reader, year, held] = await Promise.all([
        createReader(deps, language, member),
        charts.yearRange(code),
        member && instrument.kind === 'share' ? deps.portfolio.heldIn(member.userId, code) : undefined,
      ]);
      return done({
        ...presentQuote(instrument, quote, reader, deps.clock.now()),
        ...presentDetail(deps, instrument, quote, language),
        ...(instrument.issuer?.fund && { fund: presentFund(deps.market, instrument, language) }),
        high52: priceText(Math.max(year?.high ?? 0, quote.highPrice ?? (year ? 0 : quote.lastPrice))),
        low52: priceText(Math.min(year?.low ?? Infinity, quote.lowPrice ?? (year ? Infinity : quote.lastPrice))),
        ...(held && { position: presentHolding(held) }),
      });
    },

    candles: async ({ market }, _caller, { code, interval, to, limit = DEFAULT_CANDLES }) => {
      if (!market.instrument(code)) return refuse('unknown_code', { field: 'code' });
      if (limit < 1 || limit > MAX_CANDLES) return refuse('invalid_input', { field: 'limit' });
      const [found, adjustments] = await Promise.all([
        charts.candles({ code, interval, to, limit }),
        charts.adjustments(code),
      ]);
      return done({
        adjustments: adjustments.map(({ t, factor }): [number, number, number] => [
          t,
          factor.numerator,
          factor.denominator,
        ]),
        candles: found.map(([t, open, high, low, close, volume]): [number, string, string, string, string, number] => [
          t,
          priceText(open),
          priceText(high),
          priceText(low),
          priceText(close),
          volume,
        ]),
      });
    },

    toggleWatch: async ({ market, clock }, { member, cacheBuster }, { code }) => {
      if (!market.instrument(code)) return refuse('unknown_code', { field: 'code' });
      const request = { userId: member.userId, code, r: cacheBuster, at: clock.now() };
      return done({ collected: await watchlists.toggle(request) });
    },
  };
}

/** What is on one of the member's lists; nothing for a guest. */
async function codesOn(db: Deps['db'], member: Member | undefined, listId: string, first: readonly string[]) {
  if (listId === 'first') return first;
  const id = idIn(listId);
  const row = member && id !== undefined ? await findList(db, member.userId, id) : undefined;
  return row?.codes ?? [];
}

const pickBlurb = ({ blurb }: Issuer, language: Language): string =>
  typeof blurb === 'string' ? blurb : blurb[language];

function presentDetail({ market }: Pick<Deps, 'market'>, instrument: Instrument, quote: Quote, language: Language) {
  const { issuer, kind, code, tick, tradable } = instrument;
  const depth = market.depth(code, DEPTH_LEVELS);
  const isShare = kind === 'share';
  const { marketDate } = market.now();
  return {
    kind,
    isin: issuer?.isin ?? null,
    sector: issuer ? sectorName(issuer, language) : null,
    sectorKey: issuer?.sectorKey ?? null,
    description: issuer ? pickBlurb(issuer, language) : '',
    tickSize: priceText(tick),
    lotSize: issuer?.lotSize ?? 1,
    margin: presentMargin(market, code),
    series: issuer ? issuerSeries(issuer, marketDate) : null,
    tradeForTradeUntil: (issuer && tradeForTradeEnd(issuer, marketDate)) ?? null,
    surveillance: (issuer && presentSurveillance(issuer)) ?? null,
    bandPercent: (issuer && fixedBandPercent(issuer, marketDate)) ?? null,
    bandLow: isShare ? priceText(quote.bandLow) : null,
    bandHigh: isShare ? priceText(quote.bandHigh) : null,
    averagePrice: quote.averagePrice === undefined ? null : priceText(quote.averagePrice),
    depth: depth ? presentDepth(depth) : null,
    lastTradeAt: quote.lastTradeAt ?? null,
    /** Names a text of the refusals; an index is not something to trade, and needs no reason. */
    untradableReason:
      isShare && !tradable ? (issuer && isUnlisted(issuer, marketDate) ? 'not_listed_yet' : 'not_tradable') : null,
    ...presentSession(market, instrument, quote),
  };
}

function presentSurveillance(issuer: Issuer) {
  const stage = surveillanceStage(issuer);
  if (!stage) return undefined;
  const { marginPercent } = MEASURES[stage];
  return { stage, marginPercent, since: issuer.surveillance!.since };
}

/** Where a share stands in its day: its phase, the auction that collects its orders, its close. */
function presentSession(market: MarketView, { code, issuer }: Instrument, { auction, closing }: Quote) {
  const block = market.blockReference(code);
  return {
    phase: market.phase(code),
    closesByAuction: issuer?.casEligible ?? false,
    ...(auction && {
      auction: {
        kind: auction.kind,
        referencePrice: priceText(auction.referencePrice),
        indicativePrice: auction.indicativePrice === undefined ? null : priceText(auction.indicativePrice),
        indicativeQuantity: auction.indicativeQuantity ?? 0,
        ...(auction.imbalance !== undefined && { imbalance: auction.imbalance }),
      },
    }),
    ...(closing && { closing: { price: priceText(closing.price), from: closing.from } }),
    ...(block !== undefined && { blockReference: priceText(block) }),
  };
}

const presentHolding = (held: Holding) => ({
  positionId: held.positionId,
  quantity: held.quantity,
  buyingPrice: rupees(held.buyingPaise),
  marketValue: rupees(held.marketValuePaise),
  totalProfit: rupees(held.profitPaise),
  profitPercent: percent(held.profitPaise, held.costPaise),
  todayProfit: rupees(held.todayProfitPaise),
  breakEven: rupees(held.breakEvenPaise),
});
