import type { Language } from '@khara/contract';
import { textsFor } from '@khara/texts';
import type { Queryable } from '#src/ports/database.ts';
import * as store from './store.ts';
import type { Banner } from './store.ts';

/**
 * Banners that come with the release: each a picture made for the product, a text of the same name, and the
 * page that it leads to.
 */
const OF_THE_RELEASE = [
  { id: 'firstTrade', image: '/h5/banners/first-trade.svg', link: '/pages/market/index' },
  { id: 'orderBook', image: '/h5/banners/order-book.svg', link: '/pages/index/rules/index' },
  { id: 'fakeApp', image: '/h5/banners/fake-app.svg', link: '/pages/index/customer/index' },
  { id: 'charges', image: '/h5/banners/charges.svg', link: '/pages/index/rules/index' },
] as const;
/** The pictures there are: none is uploaded, so that none can pretend to be a certificate or a licence. */
export const BANNER_IMAGES: readonly string[] = OF_THE_RELEASE.map(({ image }) => image);

const released = (): readonly Banner[] =>
  OF_THE_RELEASE.map((banner, index) => {
    const of = (language: Language) => ({ ...textsFor(language).banners[banner.id] });
    const texts = { en: of('en'), hi: of('hi'), 'zh-Hant': of('zh-Hant'), 'zh-Hans': of('zh-Hans') };
    return { ...banner, place: index + 1, shown: true, texts };
  });

/** The two people who agreed to a banner, and when; null of the release's own. */
type BannerApproval = { readonly maker: string | null; readonly checker: string | null; readonly at: number | null };
const UNAPPROVED: BannerApproval = { maker: null, checker: null, at: null };

/**
 * All banners in their order: what two people agreed to takes the place of the release's banner of the same
 * id, until it is taken down.
 */
export async function allBanners(db: Queryable): Promise<readonly (Banner & BannerApproval)[]> {
  const written = await store.banners(db);
  const ids = new Set(written.map(({ id }) => id));
  return [
    ...released().flatMap((banner) => (ids.has(banner.id) ? [] : [{ ...banner, ...UNAPPROVED }])),
    ...written.map((banner) => ({ ...banner, at: banner.at })),
  ].sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
}

/** What the home page shows. */
export const presentBanners = async (db: Queryable, language: Language) =>
  (await allBanners(db)).flatMap(({ id, image, link, shown, texts }) =>
    shown ? [{ id, image, link, ...texts[language] }] : [],
  );
