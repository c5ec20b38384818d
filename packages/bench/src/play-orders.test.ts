import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { createEnvOf } from './env.ts';
import { LevelBook } from './level-book.ts';
import { MESSAGE, type OrderMessage, playOrdersOf } from './play-orders.ts';

const universe = readUniverse();
const OPTIONS = { shares: 2, days: 1, seed: 'order by order', daySeconds: 150 };
const DEPTH = 5;

/** Each day's messages, with how many there were after each step. */
function play() {
  const days: { messages: OrderMessage[]; steps: number[]; values: (readonly number[])[] }[] = [];
  playOrdersOf(universe, OPTIONS, {
    begin: () => void days.push({ messages: [], steps: [], values: [] }),
    message: (message) => void days.at(-1)!.messages.push(message),
    step({ values }) {
      const day = days.at(-1)!;
      day.steps.push(day.messages.length);
      day.values.push(values);
    },
    end: () => {},
  });
  return days;
}

describe('a market order by order', () => {
  const days = play();

  it('has the books of the exchange at each of 1,000 instants, rebuilt from messages alone', () => {
    const env = createEnvOf(universe, { ...OPTIONS, depth: DEPTH });
    env.reset();
    let instants = 0;
    for (const { messages, steps } of days) {
      const books: Record<string, LevelBook> = {};
      let read = 0;
      for (const until of steps) {
        for (; read < until; read += 1) {
          const { code, side, price, size, type } = messages[read]!;
          (books[code] ??= new LevelBook()).add(side, price, type === MESSAGE.submitted ? size : -size);
        }
        const { observation } = env.step();
        for (const [code, { bids, asks }] of Object.entries(observation.book)) {
          const top = (side: 'buy' | 'sell') =>
            books[code]![side].slice(0, DEPTH).map(({ price, quantity }) => [price, quantity]);
          expect({ bids: top('buy'), asks: top('sell') }).toEqual({ bids, asks });
          instants += 1;
        }
      }
    }
    expect(instants).toBeGreaterThan(1_000);
  });

  it('knows each order from its first message to its last, and who is behind it', () => {
    for (const { messages, values } of days) {
      const open = new Map<string, number>();
      for (const { code, id, size, type, kind, by } of messages) {
        const order = `${code} ${id}`;
        expect(open.has(order)).toBe(type !== MESSAGE.submitted);
        const left = type === MESSAGE.submitted ? size : open.get(order)! - size;
        expect(left).toBeGreaterThanOrEqual(0);
        if (type === MESSAGE.deleted) expect(left).toBe(0);
        open.set(order, left);
        expect(kind).toMatch(/^(near_maker|far_maker|patient|taker|auction)$/);
        expect(by !== undefined).toBe(type === MESSAGE.executed);
      }
      expect(messages.some(({ type }) => type === MESSAGE.crossed)).toBe(true);
      expect(new Set(values.map(([first]) => first)).size).toBeGreaterThan(100);
    }
  });
});
