import { toDirection } from '#ui/amount.tsx';
import { showPercent, showPrice, showPriceChange } from '#lib/number.ts';
import { listed } from '#i18n/joined.ts';
import type { PriceChange } from './live-quote.ts';
import { isIndex, isSuspended, type Quote } from './quote.ts';
import type { RowWords } from './row-words.ts';

type RowText = {
  readonly title: string;
  /** Empty for an index: its code is its name without spaces. */
  readonly name: string;
  /** What a share is beside others, before its name: "Listed today", its stage of surveillance, "ETF"; mostly empty. */
  readonly mark: string;
  readonly price: string;
  readonly change: string;
  readonly pill: string;
  readonly direction: 'up' | 'down' | 'flat';
  readonly suspended: boolean;
  /** The row's name to a screen reader: "THEWA, Thewa Jewels, 3,894.30, up 2.32 per cent". */
  readonly spoken: () => string;
};

/** All that a market row says, as its quote stands now. */
export function rowText(quote: Quote, { price, changeAmount, changePercent }: PriceChange, words: RowWords): RowText {
  const { language } = words;
  const suspended = isSuspended(quote);
  const index = isIndex(quote);
  const direction = suspended ? 'flat' : toDirection(changePercent);
  const percent = showPercent(changePercent, language);
  const shown = showPrice(price, language);
  const mark = quote.listedToday ? words.listedToday : (quote.stage ?? (quote.isFund ? words.fund : ''));
  const still = quote.listsOn === undefined ? words.suspended : words.notListed;
  return {
    title: index ? quote.name : quote.code,
    name: index ? '' : quote.name,
    mark,
    price: shown,
    change: showPriceChange(changeAmount, language),
    pill: suspended ? still : percent,
    direction,
    suspended,
    spoken: () => {
      const state = suspended ? still : words.moved(direction, percent.replace(/[+−%]/g, ''));
      return listed(...(index ? [] : [quote.code]), quote.name, shown, state, ...(mark ? [mark] : []));
    },
  };
}
