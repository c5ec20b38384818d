import { asPrice, mulDiv } from '@khara/money';
import { utf8 } from '@scure/base';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BreakerLevel } from '@khara/rules';
import type { ClosingPrice } from './closing-price.ts';
import type { Halt } from './halt.ts';

const CLOSING_FROM = [
  'auction',
  'auction_reference',
  'average',
  'last_trade',
  'previous_close',
] as const satisfies readonly ClosingPrice['from'][];

/** What the venue knows of the running day besides the exchange and the tape. Columns are by share; prices in paise. */
export class DayState {
  /** Volume and value of a share when the time began that an average is made of. */
  readonly #volumeBefore: Float64Array;
  readonly #valueBefore: BigInt64Array;
  /** Average price of 13:45 to 14:00; 0 before. */
  readonly blockReference: Float64Array;
  readonly #close: Float64Array;
  readonly #closeFrom: Float64Array;
  /** How often the band has shifted: up above zero, down below. */
  readonly flexes: Float64Array;
  /** Trades at or beyond the level of the next shift, signed the same way. */
  readonly beyond: Float64Array;
  /** Step at which the band shifts, once enough was traded beyond the level; 0 otherwise. */
  readonly shiftsAt: Float64Array;
  halt: Halt | undefined;
  /** The highest level of the market-wide breaker that was reached today. */
  breakerReached: BreakerLevel | 0 = 0;
  /** Chains over what happened, hexadecimal; see hash-chain.ts. */
  commandsHash = '';
  tradesHash = '';
  /** Number of the last trade. */
  tradeNo = 0;
  /** Steps that were left out: from where to where. */
  leftOut: [number, number][] = [];
  /** Codes of shares that are suspended from the next day's beginning. */
  suspendedNext: string[] = [];

  constructor(shares: number) {
    const column = () => new Float64Array(shares);
    this.#volumeBefore = column();
    this.#valueBefore = new BigInt64Array(shares);
    this.blockReference = column();
    this.#close = column();
    this.#closeFrom = column();
    this.flexes = column();
    this.beyond = column();
    this.shiftsAt = column();
  }

  /** The time begins whose trades `average` is made of. */
  beginAverage(share: number, volume: number, value: bigint): void {
    this.#volumeBefore[share] = volume;
    this.#valueBefore[share] = value;
  }

  /**
   * Average price since then, to the nearest tick, half up, rounded this once; undefined when nothing was traded.
   */
  average(
    share: number,
    { volume, valuePaise, tick }: { readonly volume: number; readonly valuePaise: bigint; readonly tick: number },
  ): number | undefined {
    const traded = volume - this.#volumeBefore[share]!;
    if (traded === 0) return undefined;
    const value = valuePaise - this.#valueBefore[share]!;
    return asPrice(mulDiv(value, 1n, BigInt(traded) * BigInt(tick), 'half_up')) * tick;
  }

  closingPrice(share: number): ClosingPrice | undefined {
    const price = this.#close[share]!;
    return price === 0 ? undefined : { price, from: CLOSING_FROM[this.#closeFrom[share]!]! };
  }

  close(share: number, { price, from }: ClosingPrice): void {
    this.#close[share] = price;
    this.#closeFrom[share] = CLOSING_FROM.indexOf(from);
  }

  /** With the trades of the running step, which the next link of their chain is made of. */
  snapshot(stepTrades: string): Uint8Array {
    const { halt, breakerReached, commandsHash, tradesHash, tradeNo, leftOut, suspendedNext } = this;
    const reached = { halt, breakerReached, commandsHash, tradesHash, tradeNo, leftOut, suspendedNext };
    const facts = { version: VERSION, ...reached, stepTrades };
    const head = utf8ToBytes(JSON.stringify(facts));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, head.length, true);
    return concatBytes(length, head, ...this.#columns().map(({ buffer }) => new Uint8Array(buffer)));
  }

  /**
   * Takes a snapshot of the same universe into a state that has seen nothing yet; answers the trades of its
   * running step.
   */
  load(bytes: Uint8Array): string {
    const { head, length } = readHead(bytes);
    this.halt = head.halt;
    this.breakerReached = head.breakerReached;
    this.commandsHash = head.commandsHash;
    this.tradesHash = head.tradesHash;
    this.tradeNo = head.tradeNo;
    this.leftOut = head.leftOut ?? [];
    this.suspendedNext = head.suspendedNext ?? [];
    let at = length;
    for (const column of this.#columns()) {
      new Uint8Array(column.buffer).set(bytes.subarray(at, at + column.byteLength));
      at += column.byteLength;
    }
    if (at !== bytes.length) throw new Error('the snapshot is of another universe');
    return head.stepTrades;
  }

  #columns(): readonly (Float64Array | BigInt64Array)[] {
    const averages = [this.#volumeBefore, this.#valueBefore, this.blockReference];
    return [...averages, this.#close, this.#closeFrom, this.flexes, this.beyond, this.shiftsAt];
  }
}

const VERSION = 1;

/** The facts before the columns; their length in bytes, what says it included. */
function readHead(bytes: Uint8Array) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  // A boundary: `snapshot` wrote it.
  const head = JSON.parse(utf8.encode(bytes.subarray(4, 4 + length))) as Pick<
    DayState,
    'halt' | 'breakerReached' | 'commandsHash' | 'tradesHash' | 'tradeNo'
  > & {
    readonly version: number;
    readonly stepTrades: string;
    readonly leftOut?: [number, number][];
    readonly suspendedNext?: string[];
  };
  if (head.version !== VERSION) throw new Error('a snapshot of another version');
  return { head, length: 4 + length };
}

/**
 * What a snapshot of a day's state says of its trades: their chain, those that it does not have yet, and their count.
 */
export function tradesOfSnapshot(
  sessions: Uint8Array,
): Pick<DayState, 'tradesHash' | 'tradeNo'> & { readonly stepTrades: string } {
  const { tradesHash, tradeNo, stepTrades } = readHead(sessions).head;
  return { tradesHash, tradeNo, stepTrades };
}
