import { FillLog } from './fill-log.ts';

/** Sides as the books know them: the opposite side is `side ^ 1`. */
export const BUY = 0;
export const SELL = 1;

/**
 * A handle is the order's slot in the pool and, above it, how often the slot was used before: stale handles
 * find nothing.
 */
const SLOT_BITS = 22;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const GENERATION_MASK = 511;
/** Orders that can rest at once in all books together. */
const MAX_ORDERS = SLOT_MASK;

// One order: 8 words, half a cache line. NEXT also links the free slots.
const NEXT = 0;
const PREV = 1;
const QUANTITY = 2;
const LEVEL = 3;
const GENERATION = 4;
const ACCOUNT = 5;
const TAG = 6;
/** Of an order that shows only a part of itself: its place among the icebergs; 0 for others. */
const ICEBERG = 7;

// One iceberg: what it hides, and how much it shows at a time. HIDDEN also links the free places.
const HIDDEN = 0;
const SLICE = 1;

// One price level: 6 words; the last two are its total quantity, a double, which stays exact where 32 bits would not.
const LEVEL_WORDS = 6;
const HEAD = 0;
const TAIL = 1;
const COUNT = 2;
const LEVEL_DOUBLES = 3;
const TOTAL = 2;

// One page of 32 levels: which are occupied, whose page it is, its first key. FIRST_KEY also links the free pages.
const OCCUPIED = 0;
const BOOK_SIDE = 1;
const FIRST_KEY = 2;

// One book: 8 words. Those of the two sides stand side by side: `BEST + side`.
const LOW = 0;
const SPAN = 1;
const BEST = 2;
const PAGES = 4;
const SUMMARY = 6;

const NONE = -1;

/** What an order shows, what it hides behind that, and how much it shows at a time. */
export type Disclosure = { readonly shown: number; readonly hidden: number; readonly slice: number };

/** The price range of one book in ticks, both ends included. */
export type TickRange = { readonly low: number; readonly high: number };

/**
 * Limit order books with price-time priority, one per instrument, on integer ticks; all share one pool of orders.
 *
 * Inside, a side counts its prices upwards to the better one (bids: tick - low, asks: high - tick). So the
 * best price of either side is its highest occupied key, a bid and an ask cross when their keys add up to the
 * span or more, and both sides run the same code. Prices exist in pages of 32 levels that are taken on first
 * use and given back when empty, so memory follows the resting orders and not the width of the band; two
 * layers of bits find the next best price.
 *
 * `place` and `cancel` allocate nothing. What a command did is read from `fills`, `left` and `selfTrade`
 * until the next. Arguments are trusted (ticks inside the range, whole positive quantities): the market
 * checks them before.
 */
export class OrderBooks {
  /** Fills of the last `place`, in the order they happened. */
  readonly fills = new FillLog();
  /** Quantity of the last `place` that did not fill. */
  left = 0;
  /** The last `place` stopped because it met an order of its own account. */
  selfTrade = false;

  readonly count: number;
  #books: Int32Array;
  #pages: Int32Array;
  #summary: Int32Array;

  #orders: Int32Array;
  #freeOrder = 0;
  #usedOrders = 1; // slot 0 means none
  #resting = 0;

  #icebergs = new Int32Array(64 * 2);
  #freeIceberg = 0;
  #usedIcebergs = 1; // iceberg 0 means none

  #pageRecords: Int32Array;
  #levels: Int32Array;
  #totals: Float64Array;
  #freePage = 0;
  #usedPages = 1; // page 0 means none

  /** `room`: resting orders to have room for from the start; the pools double when it is exceeded. */
  constructor(ranges: readonly TickRange[], room = 1024) {
    const slots = roundUpToPowerOfTwo(room);
    const pageRoom = Math.max(256, slots >> 3);
    this.#orders = new Int32Array(slots * 8);
    this.#pageRecords = new Int32Array(pageRoom * 4);
    this.#levels = new Int32Array(pageRoom * 32 * LEVEL_WORDS);
    this.#totals = new Float64Array(this.#levels.buffer);
    this.count = ranges.length;
    this.#books = new Int32Array(ranges.length * 8);
    let pages = 0;
    let words = 0;
    ranges.forEach(({ low, high }, book) => {
      const span = high - low;
      if (!(span >= 0)) throw new Error(`book ${book}: an empty price range`);
      const sidePages = (span >> 5) + 1;
      const sideWords = ((sidePages - 1) >> 5) + 1;
      this.#books.set([low, span, NONE, NONE, pages, pages + sidePages, words, words + sideWords], book * 8);
      pages += 2 * sidePages;
      words += 2 * sideWords;
    });
    this.#pages = new Int32Array(pages);
    this.#summary = new Int32Array(words);
  }

  /** Orders resting in all books. */
  get resting(): number {
    return this.#resting;
  }

  /** Bytes held by the books, for the bound on memory. */
  get bytes(): number {
    return (
      this.#books.byteLength +
      this.#pages.byteLength +
      this.#summary.byteLength +
      this.#orders.byteLength +
      this.#icebergs.byteLength +
      this.#pageRecords.byteLength +
      this.#levels.byteLength
    );
  }

  /**
   * Matches an order at `tick` or better, oldest first within a price, always at the resting order's price.
   * What is left rests when `rest` is set. Returns the handle of the resting order, or 0.
   */
  place(
    book: number,
    side: number,
    tick: number,
    quantity: number,
    account: number,
    tag: number,
    rest: boolean,
  ): number {
    const books = this.#books;
    const b = book << 3;
    const low = books[b + LOW]!;
    const span = books[b + SPAN]!;
    const key = side === BUY ? tick - low : low + span - tick;
    this.fills.count = 0;
    this.selfTrade = false;
    this.left = quantity;
    if (books[b + BEST + (side ^ 1)]! + key >= span) {
      this.#match(book, side ^ 1, span - key, account);
      if (this.selfTrade) return 0;
    }
    if (this.left === 0 || !rest) return 0;
    return this.#rest(book, side, key, this.left, account, tag);
  }

  /**
   * Puts an order behind all others of its price without matching: to rebuild a book, and to collect for an auction.
   */
  restWithoutMatching(
    book: number,
    side: number,
    tick: number,
    quantity: number,
    account: number,
    tag: number,
  ): number {
    return this.#rest(book, side, this.#keyOf(book, side, tick), quantity, account, tag);
  }

  /**
   * Puts an order behind all others of its price without matching, of which `shown` can be seen and `hidden`
   * cannot. When what it shows is filled it shows `slice` more, behind all others again.
   */
  restDisclosed(
    book: number,
    side: number,
    tick: number,
    { shown, hidden, slice }: Disclosure,
    account: number,
    tag: number,
  ): number {
    const handle = this.restWithoutMatching(book, side, tick, shown, account, tag);
    if (hidden > 0) this.#orders[((handle & SLOT_MASK) << 3) + ICEBERG] = this.#takeIceberg(hidden, slice);
    return handle;
  }

  /** Takes an order out. Returns the quantity that was open, or 0 when the order is not resting any more. */
  cancel(handle: number): number {
    const slot = handle & SLOT_MASK;
    const orders = this.#orders;
    const o = slot << 3;
    if (slot === 0 || orders[o + GENERATION] !== handle >>> SLOT_BITS) return 0;
    const quantity = orders[o + QUANTITY]!;
    if (quantity === 0) return 0;
    const hidden = this.#melt(o);
    const level = orders[o + LEVEL]!;
    const next = orders[o + NEXT]!;
    const prev = orders[o + PREV]!;
    const levels = this.#levels;
    const l = level * LEVEL_WORDS;
    if (prev === 0) levels[l + HEAD] = next;
    else orders[(prev << 3) + NEXT] = next;
    if (next === 0) levels[l + TAIL] = prev;
    else orders[(next << 3) + PREV] = prev;
    this.#totals[level * LEVEL_DOUBLES + TOTAL]! -= quantity;
    this.#freeSlot(slot);
    const count = levels[l + COUNT]! - 1;
    levels[l + COUNT] = count;
    if (count === 0) this.#vacate(level);
    return quantity + hidden;
  }

  /**
   * Cuts an order to `quantity`, what it hides first; it keeps its place. Returns false when it is not
   * resting or the cut is none.
   */
  reduce(handle: number, quantity: number): boolean {
    if (quantity <= 0 || quantity >= this.openQuantity(handle)) return false;
    const o = (handle & SLOT_MASK) << 3;
    const shown = this.#orders[o + QUANTITY]!;
    if (quantity > shown) {
      this.#icebergs[(this.#orders[o + ICEBERG]! << 1) + HIDDEN] = quantity - shown;
      return true;
    }
    this.#melt(o);
    this.#orders[o + QUANTITY] = quantity;
    this.#totals[this.#orders[o + LEVEL]! * LEVEL_DOUBLES + TOTAL]! -= shown - quantity;
    return true;
  }

  /**
   * An order is to have `quantity` open, at most what it has, and to show no more than `slice` of it at a
   * time, at most what it shows now; it keeps its place. Returns false when it is not resting or would have
   * to show more.
   */
  conceal(handle: number, quantity: number, slice: number): boolean {
    const open = this.openQuantity(handle);
    if (quantity <= 0 || slice <= 0 || quantity > open) return false;
    const o = (handle & SLOT_MASK) << 3;
    const shown = Math.min(this.#orders[o + QUANTITY]!, slice, quantity);
    this.#totals[this.#orders[o + LEVEL]! * LEVEL_DOUBLES + TOTAL]! -= this.#orders[o + QUANTITY]! - shown;
    this.#orders[o + QUANTITY] = shown;
    this.#melt(o);
    if (quantity > shown) this.#orders[o + ICEBERG] = this.#takeIceberg(quantity - shown, slice);
    return true;
  }

  /** Open quantity of an order with what it hides, 0 when it is not resting. */
  openQuantity(handle: number): number {
    const slot = handle & SLOT_MASK;
    const o = slot << 3;
    if (slot === 0 || this.#orders[o + GENERATION] !== handle >>> SLOT_BITS) return 0;
    return this.#orders[o + QUANTITY]! + this.#hiddenOf(o);
  }

  /** Quantity that is shown in front of a resting order: at better prices, and at its own `tick` before it. */
  quantityAhead(book: number, side: number, tick: number, handle: number): number {
    const orders = this.#orders;
    const own = this.#keyOf(book, side, tick);
    let ahead = 0;
    for (let key = this.#books[(book << 3) + BEST + side]!; key > own; key = this.#occupiedBelow(book, side, key))
      ahead += this.#totals[this.#levelAt(book, side, key) * LEVEL_DOUBLES + TOTAL]!;
    let slot = orders[((handle & SLOT_MASK) << 3) + PREV]!;
    for (; slot !== 0; slot = orders[(slot << 3) + PREV]!) ahead += orders[(slot << 3) + QUANTITY]!;
    return ahead;
  }

  /** Handle of the order that would fill first, or 0. */
  firstOrder(book: number, side: number): number {
    const key = this.#books[(book << 3) + BEST + side]!;
    if (key === NONE) return 0;
    const slot = this.#levels[this.#levelAt(book, side, key) * LEVEL_WORDS + HEAD]!;
    return (this.#orders[(slot << 3) + GENERATION]! << SLOT_BITS) | slot;
  }

  /** The tag of a resting order. */
  tag(handle: number): number {
    return this.#orders[((handle & SLOT_MASK) << 3) + TAG]!;
  }

  account(handle: number): number {
    return this.#orders[((handle & SLOT_MASK) << 3) + ACCOUNT]!;
  }

  /** The best price of a side in ticks, or -1. */
  bestTick(book: number, side: number): number {
    const key = this.#books[(book << 3) + BEST + side]!;
    return key === NONE ? NONE : this.#tickOf(book, side, key);
  }

  bestQuantity(book: number, side: number): number {
    const key = this.#books[(book << 3) + BEST + side]!;
    return key === NONE ? 0 : this.#totals[this.#levelAt(book, side, key) * LEVEL_DOUBLES + TOTAL]!;
  }

  /** Visits at most `most` prices of a side, best first. */
  forEachLevel(
    book: number,
    side: number,
    most: number,
    visit: (tick: number, quantity: number, orders: number) => void,
  ): void {
    let key = this.#books[(book << 3) + BEST + side]!;
    for (let seen = 0; key !== NONE && seen < most; seen++) {
      const level = this.#levelAt(book, side, key);
      visit(
        this.#tickOf(book, side, key),
        this.#totals[level * LEVEL_DOUBLES + TOTAL]!,
        this.#levels[level * LEVEL_WORDS + COUNT]!,
      );
      key = this.#occupiedBelow(book, side, key);
    }
  }

  /** Visits the resting orders of a side in the order in which they would fill, with what they show. */
  forEachOrder(
    book: number,
    side: number,
    visit: (tick: number, quantity: number, account: number, tag: number, handle: number) => void,
  ): void {
    const orders = this.#orders;
    let key = this.#books[(book << 3) + BEST + side]!;
    while (key !== NONE) {
      const tick = this.#tickOf(book, side, key);
      let slot = this.#levels[this.#levelAt(book, side, key) * LEVEL_WORDS + HEAD]!;
      while (slot !== 0) {
        const o = slot << 3;
        const handle = (orders[o + GENERATION]! << SLOT_BITS) | slot;
        visit(tick, orders[o + QUANTITY]!, orders[o + ACCOUNT]!, orders[o + TAG]!, handle);
        slot = orders[o + NEXT]!;
      }
      key = this.#occupiedBelow(book, side, key);
    }
  }

  /** Fills `left` against the resting `side` down to the key `worst`. */
  #match(book: number, side: number, worst: number, account: number): void {
    const orders = this.#orders;
    const levels = this.#levels;
    const bestAt = (book << 3) + BEST + side;
    let left = this.left;
    let best = this.#books[bestAt]!;
    while (best >= worst && left > 0) {
      const level = this.#levelAt(book, side, best);
      const tick = this.#tickOf(book, side, best);
      const l = level * LEVEL_WORDS;
      let slot = levels[l + HEAD]!;
      let count = levels[l + COUNT]!;
      const before = left;
      while (count > 0 && left > 0) {
        const o = slot << 3;
        if (orders[o + ACCOUNT] === account) {
          this.selfTrade = true;
          break;
        }
        const open = orders[o + QUANTITY]!;
        if (open > left) {
          orders[o + QUANTITY] = open - left;
          this.fills.add(tick, left, orders[o + ACCOUNT]!, orders[o + TAG]!, open - left + this.#hiddenOf(o));
          left = 0;
          break;
        }
        left -= open;
        if (orders[o + ICEBERG] !== 0) {
          this.fills.add(tick, open, orders[o + ACCOUNT]!, orders[o + TAG]!, this.#hiddenOf(o));
          slot = this.#showMore(level, slot, count);
          continue;
        }
        this.fills.add(tick, open, orders[o + ACCOUNT]!, orders[o + TAG]!, 0);
        const next = orders[o + NEXT]!;
        this.#freeSlot(slot);
        slot = next;
        count--;
      }
      this.#totals[level * LEVEL_DOUBLES + TOTAL]! -= before - left;
      levels[l + HEAD] = slot;
      levels[l + COUNT] = count;
      if (count === 0) {
        levels[l + TAIL] = 0;
        this.#vacate(level);
        best = this.#books[bestAt]!;
      } else {
        orders[(slot << 3) + PREV] = 0;
        if (this.selfTrade) break;
      }
    }
    this.left = left;
  }

  #rest(book: number, side: number, key: number, quantity: number, account: number, tag: number): number {
    const books = this.#books;
    const b = book << 3;
    const pageAt = books[b + PAGES + side]! + (key >> 5);
    let page = this.#pages[pageAt]!;
    if (page === 0) page = this.#takePage(book, side, key >> 5);
    let slot = this.#freeOrder;
    if (slot === 0) slot = this.#takeOrder();
    else this.#freeOrder = this.#orders[(slot << 3) + NEXT]!;
    this.#resting++;

    const orders = this.#orders;
    const levels = this.#levels;
    const level = (page << 5) | (key & 31);
    const l = level * LEVEL_WORDS;
    const tail = levels[l + TAIL]!;
    const o = slot << 3;
    orders[o + NEXT] = 0;
    orders[o + PREV] = tail;
    orders[o + QUANTITY] = quantity;
    orders[o + LEVEL] = level;
    orders[o + ACCOUNT] = account;
    orders[o + TAG] = tag;
    orders[o + ICEBERG] = 0;
    levels[l + TAIL] = slot;
    this.#totals[level * LEVEL_DOUBLES + TOTAL]! += quantity;
    if (tail === 0) {
      levels[l + HEAD] = slot;
      levels[l + COUNT] = 1;
      this.#pageRecords[(page << 2) + OCCUPIED]! |= 1 << (key & 31);
      if (key > books[b + BEST + side]!) books[b + BEST + side] = key;
    } else {
      orders[(tail << 3) + NEXT] = slot;
      levels[l + COUNT]!++;
    }
    return (orders[o + GENERATION]! << SLOT_BITS) | slot;
  }

  /** An iceberg at the head of a queue of `count` shows its next slice, behind the others. Returns the new head. */
  #showMore(level: number, slot: number, count: number): number {
    const orders = this.#orders;
    const o = slot << 3;
    const i = orders[o + ICEBERG]! << 1;
    const hidden = this.#icebergs[i + HIDDEN]!;
    const shown = Math.min(hidden, this.#icebergs[i + SLICE]!);
    if (shown === hidden) this.#melt(o);
    else this.#icebergs[i + HIDDEN] = hidden - shown;
    orders[o + QUANTITY] = shown;
    this.#totals[level * LEVEL_DOUBLES + TOTAL]! += shown;
    if (count === 1) return slot;
    const head = orders[o + NEXT]!;
    const tail = this.#levels[level * LEVEL_WORDS + TAIL]!;
    orders[(tail << 3) + NEXT] = slot;
    orders[o + PREV] = tail;
    orders[o + NEXT] = 0;
    this.#levels[level * LEVEL_WORDS + TAIL] = slot;
    return head;
  }

  #hiddenOf(o: number): number {
    const iceberg = this.#orders[o + ICEBERG]!;
    return iceberg === 0 ? 0 : this.#icebergs[(iceberg << 1) + HIDDEN]!;
  }

  #takeIceberg(hidden: number, slice: number): number {
    let iceberg = this.#freeIceberg;
    if (iceberg === 0) {
      iceberg = this.#usedIcebergs++;
      if (iceberg << 1 === this.#icebergs.length) {
        const grown = new Int32Array(this.#icebergs.length * 2);
        grown.set(this.#icebergs);
        this.#icebergs = grown;
      }
    } else this.#freeIceberg = this.#icebergs[(iceberg << 1) + HIDDEN]!;
    this.#icebergs[(iceberg << 1) + HIDDEN] = hidden;
    this.#icebergs[(iceberg << 1) + SLICE] = slice;
    return iceberg;
  }

  /** The order hides nothing any more. Returns what it hid. */
  #melt(o: number): number {
    const iceberg = this.#orders[o + ICEBERG]!;
    if (iceberg === 0) return 0;
    const hidden = this.#icebergs[(iceberg << 1) + HIDDEN]!;
    this.#icebergs[(iceberg << 1) + HIDDEN] = this.#freeIceberg;
    this.#freeIceberg = iceberg;
    this.#orders[o + ICEBERG] = 0;
    return hidden;
  }

  /** Marks a level that has just become empty, and moves the best price down when it was the best. */
  #vacate(level: number): void {
    const page = level >> 5;
    const records = this.#pageRecords;
    const p = page << 2;
    const occupied = records[p + OCCUPIED]! & ~(1 << (level & 31));
    records[p + OCCUPIED] = occupied;
    const side = records[p + BOOK_SIDE]! & 1;
    const book = records[p + BOOK_SIDE]! >> 1;
    const firstKey = records[p + FIRST_KEY]!;
    if (occupied === 0) this.#givePageBack(book, side, page, firstKey >> 5);
    const bestAt = (book << 3) + BEST + side;
    if (this.#books[bestAt] === (firstKey | (level & 31))) {
      // Nothing lies above the best, so the highest bit left in its page is the next best.
      this.#books[bestAt] =
        occupied === 0 ? this.#occupiedBelow(book, side, firstKey) : firstKey + 31 - Math.clz32(occupied);
    }
  }

  /** The highest occupied key under `key`, or -1. */
  #occupiedBelow(book: number, side: number, key: number): number {
    const b = book << 3;
    const pagesStart = this.#books[b + PAGES + side]!;
    const page = key >> 5;
    const own = this.#pages[pagesStart + page]!;
    if (own !== 0) {
      const below = this.#pageRecords[(own << 2) + OCCUPIED]! & ((1 << (key & 31)) - 1);
      if (below !== 0) return (page << 5) + 31 - Math.clz32(below);
    }
    const summaryStart = this.#books[b + SUMMARY + side]!;
    let word = page >> 5;
    let bits = this.#summary[summaryStart + word]! & ((1 << (page & 31)) - 1);
    while (bits === 0) {
      if (word === 0) return NONE;
      word--;
      bits = this.#summary[summaryStart + word]!;
    }
    const lower = (word << 5) + 31 - Math.clz32(bits);
    const occupied = this.#pageRecords[(this.#pages[pagesStart + lower]! << 2) + OCCUPIED]!;
    return (lower << 5) + 31 - Math.clz32(occupied);
  }

  #keyOf(book: number, side: number, tick: number): number {
    const b = book << 3;
    const low = this.#books[b + LOW]!;
    return side === BUY ? tick - low : low + this.#books[b + SPAN]! - tick;
  }

  #tickOf(book: number, side: number, key: number): number {
    const b = book << 3;
    const low = this.#books[b + LOW]!;
    return side === BUY ? low + key : low + this.#books[b + SPAN]! - key;
  }

  #levelAt(book: number, side: number, key: number): number {
    const page = this.#pages[this.#books[(book << 3) + PAGES + side]! + (key >> 5)]!;
    return (page << 5) | (key & 31);
  }

  #freeSlot(slot: number): void {
    const orders = this.#orders;
    const o = slot << 3;
    orders[o + GENERATION] = (orders[o + GENERATION]! + 1) & GENERATION_MASK;
    orders[o + QUANTITY] = 0;
    orders[o + NEXT] = this.#freeOrder;
    this.#freeOrder = slot;
    this.#resting--;
  }

  #takeOrder(): number {
    const slot = this.#usedOrders;
    if (slot > MAX_ORDERS) throw new Error('the pool of orders is exhausted');
    if (slot << 3 === this.#orders.length) {
      const grown = new Int32Array(this.#orders.length * 2);
      grown.set(this.#orders);
      this.#orders = grown;
    }
    this.#usedOrders = slot + 1;
    return slot;
  }

  #takePage(book: number, side: number, index: number): number {
    let page = this.#freePage;
    if (page === 0) page = this.#newPage();
    else this.#freePage = this.#pageRecords[(page << 2) + FIRST_KEY]!;
    const p = page << 2;
    this.#pageRecords[p + OCCUPIED] = 0;
    this.#pageRecords[p + BOOK_SIDE] = (book << 1) | side;
    this.#pageRecords[p + FIRST_KEY] = index << 5;
    const b = book << 3;
    this.#pages[this.#books[b + PAGES + side]! + index] = page;
    this.#summary[this.#books[b + SUMMARY + side]! + (index >> 5)]! |= 1 << (index & 31);
    return page;
  }

  #newPage(): number {
    const page = this.#usedPages;
    if (page << 2 === this.#pageRecords.length) {
      const records = new Int32Array(this.#pageRecords.length * 2);
      records.set(this.#pageRecords);
      this.#pageRecords = records;
      const levels = new Int32Array(this.#levels.length * 2);
      levels.set(this.#levels);
      this.#levels = levels;
      this.#totals = new Float64Array(levels.buffer);
    }
    this.#usedPages = page + 1;
    return page;
  }

  /** An empty page has only empty levels: they are zero already when it is taken again. */
  #givePageBack(book: number, side: number, page: number, index: number): void {
    const b = book << 3;
    this.#pages[this.#books[b + PAGES + side]! + index] = 0;
    this.#summary[this.#books[b + SUMMARY + side]! + (index >> 5)]! &= ~(1 << (index & 31));
    this.#pageRecords[(page << 2) + FIRST_KEY] = this.#freePage;
    this.#freePage = page;
  }
}

const roundUpToPowerOfTwo = (room: number): number => 2 ** (32 - Math.clz32(Math.max(room, 2) - 1));
