import { hash, lp } from '@khara/proof';
import { isIsin, roundToTick, tickFor, type Day } from '@khara/rules';
import type { Issuer, Names, SectorKey } from '@khara/universe';

/** Sectors by the name that offerings.csv and the universe give them. */
const SECTOR_KEY_OF: Readonly<Record<string, SectorKey>> = {
  'Fast Moving Consumer Goods': 'fmcg',
  'Automobile and Auto Components': 'auto',
  'Consumer Services': 'consumer_services',
  'Oil Gas & Consumable Fuels': 'oil_gas',
  'Financial Services': 'financial_services',
  Telecommunication: 'telecom',
  Services: 'services',
  'Capital Goods': 'capital_goods',
  Diversified: 'diversified',
  'Metals & Mining': 'metals_mining',
  'Information Technology': 'it',
  Power: 'power',
  'Construction Materials': 'construction_materials',
  Healthcare: 'healthcare',
  Realty: 'realty',
  'Media Entertainment & Publication': 'media',
  'Consumer Durables': 'consumer_durables',
  Construction: 'construction',
  Textiles: 'textiles',
  Chemicals: 'chemicals',
};

/**
 * The key of a sector by the name that offerings.csv and the universe give it; undefined for a name they do not have.
 */
export const findSectorKey = (sector: string): SectorKey | undefined => SECTOR_KEY_OF[sector];

/** The names of the sectors, as they are written in the universe. */
export const SECTORS: readonly string[] = Object.keys(SECTOR_KEY_OF);

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The ISIN of a share that is issued here: `ZZKN`, seven characters of its code's hash, the check digit. `ZZ`
 * is assigned to no country.
 */
export function makeIsin(code: string): string {
  const digest = hash(lp('khara/isin/1'), lp(code));
  const body = `ZZKN${[...digest.subarray(0, 7)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
  for (let digit = 0; digit < 10; digit += 1) if (isIsin(`${body}${digit}`)) return `${body}${digit}`;
  throw new Error(`no check digit fits ${body}`);
}

/**
 * A company whose shares were issued here, as the exchange lists it: the issue price is what its first
 * auction starts from. Figures that an invented new share has no history for are those of a young company: no
 * dividend, no earnings to speak of, moving with the market and more than it.
 */
export function makeIssuer(issue: {
  readonly code: string;
  readonly names: Names;
  readonly sector: string;
  readonly board: 'main' | 'sme';
  readonly issuePrice: number;
  readonly totalShares: number;
  /** Of these, what was kept for retail. */
  readonly reservedShares: number;
  /** What was applied for, by members and simulated applicants, in hundredths of the shares on offer. */
  readonly demandHundredths: number;
  /** Shares of a lot of the issue: a small company's shares trade in it. */
  readonly sharesPerLot: number;
  readonly listedOn: Day;
  readonly blurb: Names;
}): Issuer {
  const tick = tickFor(issue.issuePrice, issue.listedOn);
  // What is sold to the public is a quarter of the company.
  const sharesOutstanding = issue.totalShares * 4;
  return {
    code: issue.code,
    names: issue.names,
    isin: makeIsin(issue.code),
    series: issue.board === 'sme' ? 'SM' : 'EQ',
    sector: issue.sector,
    sectorKey: SECTOR_KEY_OF[issue.sector] ?? 'diversified',
    casEligible: false,
    bandClass: 'static-20',
    referencePricePaise: Math.max(tick, roundToTick(issue.issuePrice, tick, 'nearest')),
    tickPaise: tick,
    lotSize: issue.board === 'sme' ? issue.sharesPerLot : 1,
    sharesOutstanding,
    freeFloatBps: 2_500,
    epsPaise: Math.max(1, Math.round(issue.issuePrice / 40)) * (isUnprofitable(issue) ? -1 : 1),
    dividendYieldBps: 0,
    betaHundredths: 110,
    annualVolatilityBps: 4_200,
    averageDailyVolume: Math.max(10_000, Math.round(issue.totalShares / 50)),
    listedOn: issue.listedOn,
    suspended: false,
    suspendedReason: undefined,
    blurb: issue.blurb,
    demandHundredths: Math.max(1, issue.demandHundredths),
    notes: 'Listed by an issue in this practice market',
  };
}

/**
 * A company without three years of profits keeps a tenth of its issue for retail, others keep 35 %. Source:
 * docs/sources.md I2.
 */
const isUnprofitable = ({ totalShares, reservedShares }: Parameters<typeof makeIssuer>[0]): boolean =>
  reservedShares > 0 && reservedShares * 5 < totalShares;

/** What the money of an issue made by rule is for. */
export const OBJECTS = ['plant', 'loans', 'reach', 'stake'] as const;

/** The object of an issue follows from its id, like everything else about it. */
export function pickObject(offeringId: string): (typeof OBJECTS)[number] {
  const [first = 0] = hash(lp('khara/objects/1'), lp(offeringId));
  return OBJECTS[first % OBJECTS.length] ?? OBJECTS[0];
}
