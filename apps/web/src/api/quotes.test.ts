import { describe, expect, it } from 'vitest';
import { createQuoteStore } from './quotes.ts';

const ticks = (...codes: readonly string[]) => ({
  type: 'quotes' as const,
  data: codes.map((code, index): [string, string, string, number, number] => [code, '100.00', '0.00', index, index]),
});

function storeWithCounts() {
  const wanted: string[] = [];
  const store = createQuoteStore((channel, code) => {
    wanted.push(`${channel} ${code}`);
    return () => wanted.splice(wanted.indexOf(`${channel} ${code}`), 1);
  });
  return { store, wanted };
}

describe('the quote store', () => {
  it('wakes the rows of the codes that ticked, and no other row', () => {
    const { store } = storeWithCounts();
    const woken: Record<string, number> = { THEWA: 0, BIDRI: 0, AAMRAI: 0 };
    for (const code of Object.keys(woken)) store.onQuote(code, () => (woken[code] = (woken[code] ?? 0) + 1));
    store.receive(ticks('BIDRI'));
    expect(woken).toEqual({ THEWA: 0, BIDRI: 1, AAMRAI: 0 });
  });

  it('keeps the same tick for a code that did not move, so that React has nothing to render', () => {
    const { store } = storeWithCounts();
    store.receive(ticks('THEWA', 'BIDRI'));
    const before = store.quote('THEWA');
    store.receive(ticks('BIDRI'));
    expect(store.quote('THEWA')).toBe(before);
  });

  it('wants a code only while it has a listener', () => {
    const { store, wanted } = storeWithCounts();
    const stop = store.onQuote('THEWA', () => {});
    expect(wanted).toEqual(['quotes THEWA']);
    stop();
    expect(wanted).toEqual([]);
    store.receive(ticks('THEWA'));
    expect(store.quote('THEWA')?.price).toBe('100.00');
  });

  it('a listener that is removed before its frame is not called', () => {
    const frames: (() => void)[] = [];
    const store = createQuoteStore(
      () => () => {},
      (_, work) => frames.push(work),
    );
    let told = 0;
    const stop = store.onQuote('THEWA', () => (told += 1));
    store.receive(ticks('THEWA'));
    stop();
    for (const work of frames) work();
    expect(frames).toHaveLength(1);
    expect(told).toBe(0);
  });

  it('says where the price went', () => {
    const { store } = storeWithCounts();
    const tick = (price: string, at: number) =>
      store.receive({ type: 'quotes', data: [['THEWA', price, '0.00', 1, at]] });
    tick('99.95', 1);
    tick('100.00', 2);
    expect(store.quote('THEWA')?.moved).toBe(1);
    tick('9.00', 3);
    expect(store.quote('THEWA')?.moved).toBe(-1);
  });
});
