import { describe, expect, it, onTestFinished } from 'vitest';
import { Pause } from './pause.ts';

function opened() {
  let now = 0;
  const confirmed: PromiseWithResolvers<void>[] = [];
  const pause = new Pause(
    () => {
      confirmed.push(Promise.withResolvers());
      return confirmed.at(-1)!.promise;
    },
    () => now,
  );
  onTestFinished(() => pause.end());
  return { pause, confirmed, pass: (ms: number) => (now += ms) };
}

describe('a process that stood still', () => {
  it('trusts what it knows as long as time passes in small parts', () => {
    const { pause, confirmed, pass } = opened();
    for (let look = 0; look < 20; look += 1) {
      pass(1_400);
      expect(pause.isOpen).toBe(false);
    }
    expect(confirmed).toEqual([]);
  });

  it('trusts it again once that was confirmed, and asks once', async () => {
    const { pause, confirmed, pass } = opened();
    pass(1_600);
    expect(pause.isOpen).toBe(true);
    pass(1_600);
    const confirming = pause.look();
    expect([pause.isOpen, confirmed.length]).toEqual([true, 1]);
    confirmed[0]!.resolve();
    await confirming;
    expect(pause.isOpen).toBe(false);
    pass(1_600);
    expect([pause.isOpen, confirmed.length]).toEqual([true, 2]);
  });
});
