import type { Data, Language } from '@khara/contract';
import { placeInScreens } from '@khara/market-day';
import { percent, priceText } from '@khara/money';
import { countUnknown, MAX_SCREENS, passesScreen, readFigures, readScreen, type Day } from '@khara/rules';
import type { Issuer } from '@khara/universe';
import { instrumentName, sectorName } from '#modules/market/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { cutPage, idIn } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Instrument, Quote } from '#src/ports/market.ts';
import type { Companies, CompanyRatios } from './companies.ts';
import { presentRatios } from './handlers.ts';
import { dropScreen, keepScreen, readScreens } from './screen-store.ts';

type ScreenedShare = Data<'screen'>['list'][number];

/** Finding shares by what their companies are, from memory; and what a member keeps of that. */
export function createScreenHandlers(companies: Pick<Companies, 'ratios' | 'dayBefore'>) {
  return {
    screen: async ({ market }, { language }, { conditions = '', size, cursor = '' }) => {
      const [ratios, before] = await Promise.all([companies.ratios(), companies.dayBefore()]);
      const { marketDate } = market.now();
      const shares = market
        .instruments()
        .flatMap((instrument): readonly ScreenedShare[] => {
          const { code, issuer } = instrument;
          const [quote, figures] = [market.quote(code), ratios.get(code)];
          if (!issuer || !quote || !figures) return [];
          const wasOn = before && { issuer: before.issuers.get(code), marketDate: before.marketDate };
          return [presentScreened({ ...instrument, issuer }, quote, figures, { marketDate, language, wasOn })];
        })
        .toSorted((a, b) => (a.code < b.code ? -1 : 1));
      const { screen } = readScreen(conditions);
      const figures = shares.map(readFigures);
      const found = shares.filter((_, at) => passesScreen(screen, figures[at]!));
      const rest = found.filter(({ code }) => code > cursor);
      const { shown, nextCursor } = cutPage(rest, size ?? rest.length, ({ code }) => code);
      return done({
        list: [...shown],
        nextCursor,
        found: found.length,
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

type Reader = {
  readonly marketDate: Day;
  readonly language: Language;
  /** The last market day, with the share as it was on it. */
  readonly wasOn: { readonly marketDate: Day; readonly issuer: Issuer | undefined } | undefined;
};
type Place = Pick<ScreenedShare, 'stage' | 'band'>;

const placeOn = (issuer: Issuer, marketDate: Day, isSuspended: boolean): Place => {
  const place = placeInScreens(issuer, marketDate);
  return isSuspended ? { ...place, stage: 'suspended' } : place;
};

/** At the last close, where that was another one. What is suspended from a day's opening on was by the close before. */
function placeAtClose(today: Issuer, now: Place, wasOn: Reader['wasOn']): Place | undefined {
  if (!wasOn?.issuer) return undefined;
  const place = placeOn(wasOn.issuer, wasOn.marketDate, wasOn.issuer.suspended || today.suspended);
  return place.stage === now.stage && place.band === now.band ? undefined : place;
}

function presentScreened(
  instrument: Instrument & { readonly issuer: Issuer },
  { lastPrice, previousClose }: Quote,
  { now, atClose }: CompanyRatios,
  { marketDate, language, wasOn }: Reader,
): ScreenedShare {
  const { code, issuer } = instrument;
  const { words, marketValue, ...figures } = presentRatios(now, language);
  const place = placeOn(issuer, marketDate, !instrument.tradable);
  const placeBefore = placeAtClose(issuer, place, wasOn);
  return {
    code,
    name: instrumentName(instrument, language),
    sector: sectorName(issuer, language),
    sectorKey: issuer.sectorKey,
    price: priceText(lastPrice),
    prevClose: priceText(previousClose),
    changePercent: percent(BigInt(lastPrice - previousClose), BigInt(previousClose)),
    ...figuresOf(figures),
    size: marketValue,
    words,
    ...(atClose && { atClose: figuresOf(presentRatios(atClose, language)) }),
    ...place,
    ...(placeBefore && { placeAtClose: placeBefore }),
  };
}

/** What a screen looks at beside price, size and stage. */
const figuresOf = ({
  pe,
  pb,
  yearGrowth,
  returnOnEquity,
  debtToEquity,
  dividendYield,
  payout,
}: Omit<ReturnType<typeof presentRatios>, 'words' | 'marketValue'>) => ({
  pe,
  pb,
  yearGrowth,
  returnOnEquity,
  debtToEquity,
  dividendYield,
  payout,
});
