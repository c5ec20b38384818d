import { describe, expect, it } from 'vitest';
import { discernment, ITEMS, missed, type Verdicts } from './items.ts';

const truth = (part: 'first' | 'second'): Verdicts => ITEMS[part].map(({ is }) => is);

describe('the screens to judge', () => {
  it('are ten before and ten after, of each five scams and five genuine ones', () => {
    for (const part of ['first', 'second'] as const) {
      expect(ITEMS[part].length).toBe(10);
      expect(ITEMS[part].filter(({ is }) => is === 'genuine').length).toBe(5);
    }
  });

  it('are twenty different ones', () => {
    expect(new Set([...ITEMS.first, ...ITEMS.second].map(({ id }) => id)).size).toBe(20);
  });

  it('follow no pattern of turns', () => {
    for (const part of ['first', 'second'] as const) {
      const turns = ITEMS[part].filter((item, place) => place > 0 && item.is !== ITEMS[part][place - 1]?.is).length;
      expect(turns).toBeLessThan(9);
    }
  });
});

describe('the result', () => {
  it('is five of five twice for a reader who judges each as it is', () => {
    expect(discernment('first', truth('first'))).toEqual({ scam: 5, genuine: 5 });
    expect(missed('first', truth('first'))).toEqual([]);
  });

  it('shows a reader who refuses all screens that no genuine one was accepted', () => {
    const no: Verdicts = ITEMS.second.map(() => 'scam');
    expect(discernment('second', no)).toEqual({ scam: 5, genuine: 0 });
    expect(missed('second', no).map(({ is }) => is)).toEqual(Array.from({ length: 5 }, () => 'genuine'));
  });

  it('counts a screen without an answer neither right nor missed', () => {
    expect(discernment('first', [])).toEqual({ scam: 0, genuine: 0 });
    expect(missed('first', [undefined, 'scam'])).toEqual([ITEMS.first[1]]);
  });
});
