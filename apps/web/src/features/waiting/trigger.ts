import type { Data, Language } from '@khara/contract';
import { paise, percent } from '@khara/money';

export type Trigger = Data<'triggers'>['list'][number];
export type Condition = Trigger['legs'][number]['condition'];

/** How a trigger stands, in one of the words of its tag; nothing while it waits unchanged. */
export type Outcome =
  | 'waiting'
  | 'adjusted'
  | 'firing'
  | 'filled'
  | 'partly'
  | 'fired'
  | 'notFilled'
  | 'failed'
  | 'ended'
  | 'expired'
  | 'removed';

const OPEN_ORDER: ReadonlySet<string> = new Set(['pending', 'open', 'trigger_pending']);

export function triggerOutcome({ state, adjusted, order }: Trigger): Outcome {
  if (state === 'waiting') return adjusted ? 'adjusted' : 'waiting';
  if (state !== 'fired' || !order) return state;
  if (order.filledQuantity >= order.quantity) return 'filled';
  if (OPEN_ORDER.has(order.state)) return 'fired';
  return order.filledQuantity > 0 ? 'partly' : 'notFilled';
}

/** How far a price is from another, in per cent of it, with a sign. */
export function distance(price: bigint | undefined, last: bigint | undefined): string | undefined {
  return price === undefined || last === undefined || last === 0n ? undefined : percent(price - last, last);
}

/** Where marks stand on a line, from 0 to 100: with room for half a figure at both ends. */
export function placesOn(prices: readonly string[]): readonly number[] {
  const values = prices.map((price) => paise(price) ?? 0n);
  const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
  const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)];
  const span = most > least ? most - least : 1n;
  // Hundredths of the line are whole numbers.
  return values.map((value) => 16 + Number(((value - least) * 6_800n) / span) / 100);
}

const LOCALES = { en: 'en-GB', hi: 'hi-IN-u-nu-latn', 'zh-Hant': 'zh-Hant-TW', 'zh-Hans': 'zh-Hans-CN' } as const;

/** "Fri 12 May 2028": a market date that may be years away. */
export const showFarDate = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
    .format(Date.parse(`${day}T00:00:00Z`))
    .replace(',', '');
