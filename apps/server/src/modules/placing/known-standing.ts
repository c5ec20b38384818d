import type { After, DpOfDay, Due, Position } from '@khara/broker';
import type { CountedPosition } from '#modules/orders/index.ts';
import { statesAfter, type MoneyState } from '#modules/ledger/index.ts';
import { keptOf } from '#modules/portfolio/index.ts';
import { goneOn, type Arrival, type Loaded, type OrderAccounts } from '#modules/settlement/index.ts';
import type { NewOrder } from './new-order.ts';
import type { Deciding } from './place-store.ts';

/** What a member has of one share. */
type KnownShare = Pick<OrderAccounts, 'assetNumber' | 'free' | 'unsettled'> & {
  /** Shares that are locked in; undefined: not read yet. */
  readonly locked: bigint | undefined;
  readonly isTradeForTrade: boolean;
  readonly positions: readonly Position[];
  readonly dues: readonly Due[];
  readonly dpOfDay: readonly DpOfDay[];
};

/** What fills of an order may change, of its member and share. */
type BeforeOfShare = Pick<Loaded, 'positions' | 'dues' | 'dpOfDay'>;

/**
 * What decides about the next delivery order of a member, as it was read under their lock and as the orders that were
 * placed since have left it. True while the lock is kept: all else that moves something of it takes the lock first. The
 * database looks at each balance again as it writes.
 */
export class KnownStanding {
  readonly #person: number;
  readonly #owes: boolean;
  readonly #marketDate: string;
  #money: MoneyState;
  /** By which the money is counted that buys nothing today; by their ids. */
  readonly #ofDay: Map<bigint, CountedPosition>;
  readonly #shares = new Map<string, KnownShare>();

  private constructor(
    known: Pick<Deciding, 'owes' | 'ofDay'> & { readonly person: number; readonly money: MoneyState },
    marketDate: string,
  ) {
    this.#person = known.person;
    this.#money = known.money;
    this.#owes = known.owes;
    this.#marketDate = marketDate;
    this.#ofDay = new Map(known.ofDay.map((position) => [position.id, position]));
  }

  isOn(marketDate: string): boolean {
    return marketDate === this.#marketDate;
  }

  /** Undefined where the next order is to be read anew: of a member with limits of their own, or without money yet. */
  static of({ own, person, money, owes, ofDay }: Deciding, marketDate: string): KnownStanding | undefined {
    if (own || person === undefined || !money) return undefined;
    return new KnownStanding({ person, money, owes, ofDay }, marketDate);
  }

  /** Whether all that decides about an order is known. */
  knows({ asset, side, marketDate }: NewOrder): boolean {
    const share = this.#shares.get(asset);
    if (!this.isOn(marketDate) || !share) return false;
    return (side === 'buy' ? share.unsettled : share.locked) !== undefined;
  }

  /** As if it were read now. */
  standing({ asset, side }: NewOrder): Deciding {
    const { assetNumber, free, unsettled, locked } = this.#shares.get(asset)!;
    const ofDay = [...this.#ofDay.values()];
    return {
      isCutOff: false,
      isClosing: false,
      kept: side === 'buy' ? keptOf(ofDay, this.#marketDate) : (locked ?? 0n),
      opening: 0,
      exposed: 0,
      own: undefined,
      stop: undefined,
      owes: this.#owes,
      lost: { INR: 0n, USDT: 0n },
      ofDay,
      person: this.#person,
      money: this.#money,
      assetNumber,
      free,
      unsettled,
    };
  }

  before({ asset }: NewOrder): BeforeOfShare {
    return this.#shares.get(asset)!;
  }

  /** Notes what decided about an order, and what its fills might change. */
  note(
    { asset, side, receivedOnly }: NewOrder,
    { assetNumber, free, unsettled, kept, money }: Deciding,
    before: BeforeOfShare,
  ): void {
    if (money) this.#money = money;
    const locked = side === 'sell' ? kept : this.#shares.get(asset)?.locked;
    this.#shares.set(asset, {
      assetNumber,
      free,
      unsettled,
      locked,
      isTradeForTrade: receivedOnly === true,
      ...before,
    });
  }

  /** Notes what became of an order that holds nothing. */
  apply({ order, entry }: Arrival, after: After): void {
    const share = this.#shares.get(order.asset)!;
    if (!entry) return;
    const states = new Map(statesAfter(entry).map((state) => [state.id, state]));
    const { money, free, unsettled } = goneOn({ ...share, money: this.#money }, states);
    this.#money = money;
    const isOwn = (of: { readonly userId: string; readonly asset: string }) =>
      of.userId === order.userId && of.asset === order.asset;
    const own = after.positions.filter(isOwn);
    const positions = once([...share.positions, ...own], ({ id }) => id).filter(
      ({ quantity, marketDate }) => quantity !== 0 || marketDate === this.#marketDate,
    );
    for (const position of own) this.#ofDay.set(position.id, { ...position, isTradeForTrade: share.isTradeForTrade });
    this.#shares.set(order.asset, {
      ...share,
      free,
      unsettled,
      positions,
      dues: once([...share.dues, ...after.dues.filter(isOwn)], ({ settlesOn }) => settlesOn),
      dpOfDay: once([...share.dpOfDay, ...after.dpOfDay.filter(isOwn)], ({ asset }) => asset),
    });
  }
}

/** Each item once by its key, as it comes last. */
export const once = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
