import type { Language } from '@khara/contract';
import { textsFor, type Texts } from '@khara/texts';

/** Ids of the configured texts as they are asked for. */
const PAGES: Readonly<Record<string, keyof Texts['pages']>> = {
  privacy: 'privacy',
  terms: 'terms',
  about: 'about',
  rules: 'rules',
  help: 'help',
  'block.notice': 'blockNotice',
  'placement.notice': 'placementNotice',
};

/** A configured text in a language; undefined when there is none of that id. */
export function pageText(id: string, language: Language): { title: string; body: string } | undefined {
  const key = Object.hasOwn(PAGES, id) ? PAGES[id] : undefined;
  return key && textsFor(language).pages[key];
}

/** Banners of the home page: each a picture drawn for the product, a text of the same name, and the page that it leads to. */
const BANNERS = [
  { key: 'firstTrade', image: '/h5/banners/first-trade.svg', link: '/pages/wallet/recharge/index' },
  { key: 'orderBook', image: '/h5/banners/order-book.svg', link: '/pages/index/rules/index' },
  { key: 'fakeApp', image: '/h5/banners/fake-app.svg', link: '/pages/index/customer/index' },
  { key: 'charges', image: '/h5/banners/charges.svg', link: '/pages/index/rules/index' },
] as const;

export const banners = (language: Language) =>
  BANNERS.map(({ key, image, link }) => {
    const { title, text } = textsFor(language).banners[key];
    return { id: key, image, link, title, text };
  });
