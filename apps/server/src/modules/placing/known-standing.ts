import type { After, DpOfDay, Due, Position } from '@khara/broker';
import { statesAfter, type MoneyState } from '#modules/ledger/index.ts';
import { goneOn, type Arrival, type Loaded, type OrderAccounts } from '#modules/settlement/index.ts';
import type { NewOrder } from './new-order.ts';
import type { Known, Standing } from './place-store.ts';

/** What a member has of one share. */
type KnownShare = Pick<OrderAccounts, 'assetNumber' | 'free' | 'unsettled'> & {
  /** Shares that are locked in; undefined: not read yet. */
  readonly locked: bigint | undefined;
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
  /** Money that buys nothing today; undefined: a fill may have changed it. */
  #keptMoney: bigint | undefined;
  readonly #shares = new Map<string, KnownShare>();

  private constructor(
    { person, money, owes }: { readonly person: number; readonly money: MoneyState; readonly owes: boolean },
    marketDate: string,
  ) {
    this.#person = person;
    this.#money = money;
    this.#owes = owes;
    this.#marketDate = marketDate;
  }

  isOn(marketDate: string): boolean {
    return marketDate === this.#marketDate;
  }

  /** Undefined where the next order is to be read anew: of a member with limits of their own, or without money yet. */
  static of({ own, person, money, owes }: Standing, marketDate: string): KnownStanding | undefined {
    return own || person === undefined || !money ? undefined : new KnownStanding({ person, money, owes }, marketDate);
  }

  /** How much of what decides about an order is known; undefined: too little. */
  knows({ asset, side, marketDate }: NewOrder): Known | undefined {
    const share = this.#shares.get(asset);
    if (!this.isOn(marketDate) || !share) return undefined;
    if (side === 'buy' && !share.unsettled) return undefined;
    return (side === 'buy' ? this.#keptMoney : share.locked) === undefined ? 'all_but_kept' : 'all';
  }

  /** As if it were read now; `read` has what is always read. */
  standing({ asset, side }: NewOrder, read: Standing): Standing {
    const { assetNumber, free, unsettled, locked } = this.#shares.get(asset)!;
    const kept = (side === 'buy' ? this.#keptMoney : locked) ?? read.kept;
    return { ...read, kept, owes: this.#owes, person: this.#person, money: this.#money, assetNumber, free, unsettled };
  }

  before({ asset }: NewOrder): BeforeOfShare {
    return this.#shares.get(asset)!;
  }

  /** Notes what was read of an order's share. */
  note({ asset, side }: NewOrder, standing: Standing, { positions, dues, dpOfDay }: BeforeOfShare): void {
    const { assetNumber, free, unsettled, kept, money } = standing;
    if (money) this.#money = money;
    if (side === 'buy') this.#keptMoney = kept;
    const locked = side === 'sell' ? kept : this.#shares.get(asset)?.locked;
    this.#shares.set(asset, { assetNumber, free, unsettled, locked, positions, dues, dpOfDay });
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
    const positions = changed(share.positions, after.positions.filter(isOwn), ({ id }) => id).filter(
      ({ quantity, marketDate }) => quantity !== 0 || marketDate === this.#marketDate,
    );
    if (order.side === 'sell' || positions.some(({ daySoldQuantity }) => daySoldQuantity > 0))
      this.#keptMoney = undefined;
    this.#shares.set(order.asset, {
      ...share,
      free,
      unsettled,
      positions,
      dues: changed(share.dues, after.dues.filter(isOwn), ({ settlesOn }) => settlesOn),
      dpOfDay: changed(share.dpOfDay, after.dpOfDay.filter(isOwn), ({ asset }) => asset),
    });
  }
}

/** `items` with those that have changed, and new ones. */
function changed<Item>(
  items: readonly Item[],
  changes: readonly Item[],
  keyOf: (item: Item) => unknown,
): readonly Item[] {
  const all = new Map([...items, ...changes].map((item) => [keyOf(item), item]));
  return [...all.values()];
}
