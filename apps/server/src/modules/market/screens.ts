import type { Data, Language } from '@khara/contract';
import { fixedBandPercent, issuerSeries, surveillanceStage } from '@khara/market-day';
import { mulDiv, percent, priceText, showDecimal } from '@khara/money';
import {
  countUnknown,
  isTradeForTrade,
  MAX_SCREENS,
  passesScreen,
  readFigures,
  readScreen,
  SCREEN_BANDS,
  type Day,
} from '@khara/rules';
import { isCompany, type Issuer } from '@khara/universe';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { idIn } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Instrument, Quote } from '#src/ports/market.ts';
import { instrumentName, isUnlisted, priceEarnings, sectorName } from './quotes.ts';
import { dropScreen, keepScreen, readScreens, yearDividends } from './screen-store.ts';

type ScreenedShare = Data<'screen'>['list'][number];

/** Paise of a crore of rupees in hundredths: a size in two decimals. */
const CRORE_CENT_PAISE = 10_000_000n;

/** Finding shares by what their companies are, from memory; and what a member keeps of that. */
export function createScreenHandlers() {
  let known: { readonly marketDate: Day; readonly dividends: ReadonlyMap<string, number> } | undefined;
  return {
    screen: async ({ db, market }, { language }, { conditions = '' }) => {
      const { marketDate } = market.now();
      if (known?.marketDate !== marketDate) known = { marketDate, dividends: await yearDividends(db, marketDate) };
      const { dividends } = known;
      const shares = market.instruments().flatMap((instrument): readonly ScreenedShare[] => {
        const { code, issuer } = instrument;
        const quote = market.quote(code);
        if (!issuer || !quote || !isCompany(issuer) || isUnlisted(issuer, marketDate)) return [];
        const reader = { marketDate, language, dividend: dividends.get(code) ?? 0 };
        return [presentScreened({ ...instrument, issuer }, quote, reader)];
      });
      const { screen } = readScreen(conditions);
      const figures = shares.map(readFigures);
      return done({
        list: shares.filter((_, at) => passesScreen(screen, figures[at]!)),
        total: shares.length,
        unknown: countUnknown(screen, figures),
        marketDate,
      });
    },

    screens: async ({ db }, { member }) => {
      const rows = await readScreens(db, member.userId);
      return done({ list: rows.map(({ id, name, conditions }) => ({ id: String(id), name, conditions })) });
    },

    saveScreen: async ({ db, clock }, { member }, { name, conditions }) => {
      const wanted = { userId: member.userId, name, conditions, at: clock.now() };
      const kept = await db.transaction((tx) => keepScreen(tx, wanted, MAX_SCREENS));
      return kept ? done({ ...kept, id: String(kept.id) }) : refuse('too_many_screens');
    },

    removeScreen: async ({ db }, { member }, { id }) => {
      const number = idIn(id);
      if (number !== undefined) await dropScreen(db, member.userId, number);
      return done({ id });
    },
  } satisfies HandlersFor<'screen' | 'screens' | 'saveScreen' | 'removeScreen'>;
}

type Reader = { readonly marketDate: Day; readonly language: Language; readonly dividend: number };

function presentScreened(
  instrument: Instrument & { readonly issuer: Issuer },
  { lastPrice, previousClose }: Quote,
  { marketDate, language, dividend }: Reader,
): ScreenedShare {
  const { code, issuer } = instrument;
  const value = BigInt(lastPrice) * BigInt(issuer.sharesOutstanding);
  const band = String(fixedBandPercent(issuer, marketDate) ?? 'none');
  return {
    code,
    name: instrumentName(instrument, language),
    sector: sectorName(issuer, language),
    sectorKey: issuer.sectorKey,
    price: priceText(lastPrice),
    prevClose: priceText(previousClose),
    changePercent: percent(BigInt(lastPrice - previousClose), BigInt(previousClose)),
    pe: priceEarnings(lastPrice, issuer),
    size: showDecimal(mulDiv(value, 1n, CRORE_CENT_PAISE, 'half_up'), 2),
    dividendYield: percent(BigInt(dividend), BigInt(lastPrice)),
    stage: !instrument.tradable
      ? 'suspended'
      : isTradeForTrade(issuerSeries(issuer, marketDate))
        ? 't2t'
        : surveillanceStage(issuer)
          ? 'watched'
          : 'normal',
    band: SCREEN_BANDS.find((one) => one === band) ?? 'none',
  };
}
