import * as z from 'zod/mini';
import { ARTICLE_CATEGORIES } from './content.ts';
import { OFFERING_KINDS } from './offering-fields.ts';
import { Bool, MarketDate, Whole } from './wire.ts';

/* Fields that several calls of the back office share. */

/** What all of its calls but the sign-in have in common. */
export const staff = { access: 'staff', specified: false } as const;

export const Languages = <T extends z.core.$ZodType>(of: T) =>
  z.object({ en: of, hi: of, 'zh-Hant': of, 'zh-Hans': of }, { error: 'invalid_input' });
/** A text that is there: blanks alone are none. */
export const Written = (most: number) =>
  z
    .string({ error: 'invalid_input' })
    .check(z.regex(/\S/, { error: 'invalid_input' }), z.maxLength(most, { error: 'invalid_input' }));

/** An announcement to all members. */
export const Announced = z.object({
  texts: Languages(z.object({ title: Written(120), body: Written(2_000) })),
  /** The page of the app that it leads to; null for none. */
  link: z.nullable(
    z.string({ error: 'invalid_input' }).check(z.regex(/^\/pages\/[\w/?=&.-]{1,120}$/, { error: 'invalid_input' })),
  ),
});

const BannerTexts = Languages(z.object({ title: Written(80), text: Written(120) }));
/** A banner of the home page, but for its id. */
export const PublishedBanner = z.object({
  /** One of the pictures that were made for the product. */
  image: Written(120),
  /** The page of the app that it leads to. */
  link: z.string({ error: 'invalid_input' }).check(z.regex(/^\/pages\/[\w/?=&.-]{1,120}$/, { error: 'invalid_input' })),
  /** Among the others, from 1 to 99. */
  place: Whole,
  shown: Bool,
  texts: BannerTexts,
});

/** An article in its four languages. */
export const ArticleTexts = Languages(z.object({ title: Written(200), summary: Written(500), body: Written(50_000) }));
/** An article, but for its id. */
export const PublishedArticle = z.object({
  category: z.enum(ARTICLE_CATEGORIES, { error: 'invalid_input' }),
  published: Bool,
  /** Companies that it is about. */
  codes: z.array(Written(16)),
  texts: ArticleTexts,
});

/** A fixed text in its four languages. */
export const FixedTexts = Languages(z.object({ title: Written(120), body: Written(30_000) }));
/** A change of one: its words, and the version that was edited, 0 being the release's own. */
export const ChangedText = z.object({ base: Whole, texts: FixedTexts });

const Figure = z.int({ error: 'invalid_input' });
const Rupees = z.string({ error: 'invalid_input' }).check(z.regex(/^\d{1,7}(\.\d{1,2})?$/, { error: 'invalid_input' }));

/**
 * The terms of a new offering. Parts in basis points, demand in hundredths of the shares on offer, prices in
 * rupees as text.
 */
export const OfferingTerms = z.object({
  kind: z.enum(OFFERING_KINDS, { error: 'invalid_input' }),
  code: z.string({ error: 'invalid_input' }).check(z.regex(/^[A-Z]{3,10}$/, { error: 'invalid_input' })),
  /** The market day on which it opens. */
  opensOn: MarketDate,
  /** Of an issue; a listed company has its own names, and the market its price. */
  issue: z.optional(
    z.object({
      names: Languages(Written(80)),
      sector: Written(60),
      board: z.enum(['main', 'sme'], { error: 'invalid_input' }),
      /** English, what the company does. */
      story: Written(600),
      floor: Rupees,
      cap: Rupees,
    }),
  ),
  discountBps: Figure,
  sharesPerLot: Figure,
  totalShares: Figure,
  reservedBps: Figure,
  minLots: Figure,
  maxLots: Figure,
  demandHundredths: Figure,
});
