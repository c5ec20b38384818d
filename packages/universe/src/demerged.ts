import type { Names } from './fields.ts';
import type { Index } from './indices.ts';
import type { Demerges, Issuer, SectorKey } from './issuers.ts';

/** A business that a company may have beside its own, and give to a new one. Its name goes behind the company's. */
export type Business = {
  /** Letters at the end of the new share's code. */
  readonly ending: string;
  readonly names: Names;
  /** As the universe writes it. */
  readonly sector: string;
  readonly sectorKey: SectorKey;
};

const BUSINESSES = {
  realty: business('REAL', ['Realty', 'रियल्टी', '地產', '地产'], ['Realty', 'realty']),
  hotels: business('HOTL', ['Hotels', 'होटल्स', '飯店', '酒店'], ['Consumer Services', 'consumer_services']),
  financial: business('FINS', ['Financial', 'फ़ाइनेंशियल', '金融', '金融'], ['Financial Services', 'financial_services']),
  logistics: business('LOGI', ['Logistics', 'लॉजिस्टिक्स', '物流', '物流'], ['Services', 'services']),
  energy: business('ENRG', ['Energy', 'एनर्जी', '能源', '能源'], ['Power', 'power']),
  materials: business('MATL', ['Materials', 'मटीरियल्स', '材料', '材料'], ['Chemicals', 'chemicals']),
  digital: business('DIGI', ['Digital', 'डिजिटल', '數位', '数字'], ['Information Technology', 'it']),
  healthcare: business('HLTH', ['Healthcare', 'हेल्थकेयर', '醫療', '医疗'], ['Healthcare', 'healthcare']),
} as const satisfies Readonly<Record<string, Business>>;

export type BusinessKey = keyof typeof BUSINESSES;

function business(
  ending: string,
  [en, hi, hant, hans]: readonly [string, string, string, string],
  [sector, sectorKey]: readonly [string, SectorKey],
): Business {
  return { ending, names: { en, hi, 'zh-Hant': hant, 'zh-Hans': hans }, sector, sectorKey };
}

/** Of a share's code: 10 letters at most. */
const LONGEST_CODE = 10;

/**
 * A business that is not a company's own, with the code of its share; undefined when the codes are all taken. `random`
 * is any whole number from 0 on.
 */
export function businessFor(
  { code, sectorKey }: Pick<Issuer, 'code' | 'sectorKey'>,
  random: number,
  isTaken: (code: string) => boolean,
): { readonly key: BusinessKey; readonly code: string } | undefined {
  const others = (Object.keys(BUSINESSES) as BusinessKey[]) // its own keys
    .filter((key) => BUSINESSES[key].sectorKey !== sectorKey)
    .map((key) => ({ key, code: demergedCode(code, BUSINESSES[key]) }));
  const from = random % others.length;
  return [...others.slice(from), ...others.slice(0, from)].find((one) => !isTaken(one.code));
}

const demergedCode = (share: string, { ending }: Business): string =>
  `${share.slice(0, LONGEST_CODE - ending.length)}${ending}`;

const first = (name: string): string => name.split(' ', 1)[0]!;

/** The first word of a company's name, or all of it where words are not apart, and the business behind it. */
function composeNames({ names }: Issuer, { names: of }: Business): Names {
  return {
    en: `${first(names.en)} ${of.en}`,
    hi: `${first(names.hi)} ${of.hi}`,
    'zh-Hant': `${names['zh-Hant']}${of['zh-Hant']}`,
    'zh-Hans': `${names['zh-Hans']}${of['zh-Hans']}`,
  };
}

/** A demerger as the universe needs it. */
export type Demerger = {
  readonly exDate: string;
  readonly into: string;
  readonly business: BusinessKey;
  readonly a: number;
  readonly b: number;
  /** The part of the company's profit that goes over, in hundredths of a per cent. */
  readonly profitBps: number;
  /** The market date on which the new share begins to trade. */
  readonly listsOn: string;
};

const WHOLE_BPS = 10_000;

/** The names of the company that a demerger makes of a part of another one. */
export const demergedNames = (parent: Issuer, { business: key }: Pick<Demerger, 'business'>): Names =>
  composeNames(parent, BUSINESSES[key]);

/**
 * The company that a demerger makes of a part of another one, as it stands on a market date: suspended until it is
 * listed. `parent` is the company with the shares and earnings that it had before the ex-date; `price` is what its
 * part of the profit makes a new share worth at the close before, in paise: a guess until the market finds a price.
 */
export function demergedCompany(
  parent: Issuer,
  demerger: Demerger,
  as: {
    readonly marketDate: string;
    readonly isin: string;
    readonly price: number;
    readonly tick: number;
    readonly blurb: Names;
  },
): Issuer {
  const { exDate, into, business: key, a, b, profitBps, listsOn } = demerger;
  const { marketDate, isin, price, tick, blurb } = as;
  const isListed = marketDate >= listsOn;
  const { sector, sectorKey } = BUSINESSES[key];
  return {
    ...parent,
    code: into,
    names: demergedNames(parent, demerger),
    isin,
    series: 'EQ',
    sector,
    sectorKey,
    casEligible: false,
    bandClass: 'static-20',
    referencePricePaise: Math.max(tick, price - (price % tick)),
    tickPaise: tick,
    lotSize: 1,
    sharesOutstanding: Math.max(1, Math.floor((parent.sharesOutstanding / b) * a)),
    epsPaise: Math.round((parent.epsPaise * profitBps * b) / (WHOLE_BPS * a)),
    dividendYieldBps: 0,
    averageDailyVolume: Math.max(1_000, Math.round((parent.averageDailyVolume / b) * a)),
    listedOn: listsOn,
    suspended: !isListed,
    suspendedReason: isListed ? undefined : 'not listed yet',
    surveillance: undefined,
    blurb,
    notes: `Demerged from ${parent.code}`,
    demergedFrom: { share: parent.code, exDate },
    demerges: undefined,
    number: undefined,
  };
}

/** A company without the earnings of the part that it has given away. */
export const withoutPart = (parent: Issuer, { profitBps }: Pick<Demerger, 'profitBps'>): Issuer => ({
  ...parent,
  epsPaise: Math.round((parent.epsPaise * (WHOLE_BPS - profitBps)) / WHOLE_BPS),
});

/**
 * A company on the ex-date of its demerger: a special pre-open finds its price, and it closes like a share without a
 * closing auction.
 */
export const onDemergerDay = (parent: Issuer, { into, a, b }: Demerges): Issuer => ({
  ...parent,
  casEligible: false,
  demerges: { into, a, b },
});

/** Indices in which a new share stands beside the company that it comes from. */
export const withDemerged = (
  indices: readonly Index[],
  demerged: readonly Pick<Issuer, 'code' | 'demergedFrom'>[],
): readonly Index[] =>
  indices.map((index) => {
    const joined = [...index.constituents];
    for (const { code, demergedFrom } of demerged)
      if (demergedFrom && joined.includes(demergedFrom.share)) joined.push(code);
    return joined.length === index.constituents.length ? index : { ...index, constituents: joined };
  });
