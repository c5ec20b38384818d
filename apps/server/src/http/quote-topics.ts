import { DEPTH_CHANNELS, type DepthChannel } from '@khara/contract';
import { percent, priceText } from '@khara/money';
import { presentDepth } from '#modules/market/index.ts';
import type { MarketView } from '#src/ports/market.ts';
import { textFrame } from './text-frame.ts';

type KeptDepth = { at: number; frame: Buffer | undefined };

/**
 * Quotes and depths as they go over the socket, each serialised once for as long as it does not change.
 * Instruments are numbered, changes are counted: a reader that remembers its last count can get the rest. An
 * instrument keeps its number: those that come with a later day stand behind the others, and one that is gone
 * has its last quote, or none.
 */
export class QuoteTopics {
  readonly #market: MarketView;
  readonly #codes: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Count at which each instrument changed last. */
  readonly #changed: number[] = [];
  readonly #quotes: { at: number; text: string }[] = [];
  readonly #depths: Readonly<Record<DepthChannel, (KeptDepth | undefined)[]>> = { depth: [], depth20: [] };
  #count = 1;

  readonly #now: () => number;

  constructor(market: MarketView, now: () => number) {
    this.#market = market;
    this.#now = now;
    for (const { code } of market.instruments()) this.#add(code);
  }

  #add(code: string): number {
    this.#numbers.set(code, this.#codes.length);
    this.#changed.push(this.#count);
    this.#quotes.push({ at: 0, text: '' });
    return this.#codes.push(code) - 1;
  }

  /** How many changes there were: what is changed later has a higher count. */
  get count(): number {
    return this.#count;
  }

  topicNumber(code: string): number | undefined {
    return this.#numbers.get(code) ?? (this.#market.instrument(code) ? this.#add(code) : undefined);
  }

  changed(codes: readonly string[]): void {
    this.#count += 1;
    for (const code of codes) {
      const number = this.topicNumber(code);
      if (number !== undefined) this.#changed[number] = this.#count;
    }
  }

  changedAt(number: number): number {
    return this.#changed[number]!;
  }

  /** A frame with the quotes of these instruments that changed after a count; undefined when none did. */
  since(numbers: readonly number[], count: number): Buffer | undefined {
    let list = '';
    for (const number of numbers) {
      const quote = this.#changed[number]! > count ? this.#quote(number) : '';
      if (quote !== '') list += list === '' ? quote : `,${quote}`;
    }
    return list === '' ? undefined : textFrame(`{"type":"quotes","data":[${list}]}`);
  }

  /** [code, price, changePercent, volume, at]: codes and decimals need no escaping. */
  #quote(number: number): string {
    const kept = this.#quotes[number]!;
    const changed = this.#changed[number]!;
    if (kept.at === changed) return kept.text;
    const code = this.#codes[number]!;
    const quote = this.#market.quote(code);
    if (!quote) return kept.text;
    const { lastPrice, previousClose, volume, lastTradeAt } = quote;
    const change = percent(BigInt(lastPrice - previousClose), BigInt(previousClose));
    kept.text = `["${code}","${priceText(lastPrice)}","${change}",${volume},${lastTradeAt ?? this.#now()}]`;
    kept.at = changed;
    return kept.text;
  }

  /** A frame with a share's depth; undefined for an index, which has no book. */
  depth(number: number, channel: DepthChannel): Buffer | undefined {
    const kept = (this.#depths[channel][number] ??= { at: 0, frame: undefined });
    const changed = this.#changed[number]!;
    if (kept.at === changed) return kept.frame;
    const code = this.#codes[number]!;
    const depth = this.#market.depth(code, DEPTH_CHANNELS[channel]);
    kept.frame =
      depth && textFrame(JSON.stringify({ type: channel, code, data: presentDepth(depth), at: this.#now() }));
    kept.at = changed;
    return kept.frame;
  }
}
