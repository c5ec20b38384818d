import { describe, expect, it, vi } from 'vitest';
import { EndingSession, type LentConnection } from './postgres-connection.ts';

/** A connection that is busy giving back locks until `released`. */
function busy() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const giveBack = vi.fn<() => void>();
  const connection = { command: () => promise } as unknown as LentConnection['connection'];
  const lent: LentConnection = { connection, judge: () => undefined, giveBack };
  return { lent, giveBack, released: () => resolve('SELECT') };
}

describe('the connection of a session that ends', () => {
  it('goes to the next session once, and then not back to the pool', async () => {
    const { lent, giveBack, released } = busy();
    const ending = new EndingSession(lent, 'SELECT');
    expect(ending.takeOver()).toBe(lent);
    expect(ending.takeOver()).toBeUndefined();
    released();
    await vi.waitFor(() => expect(ending.takeOver()).toBeUndefined());
    expect(giveBack).not.toHaveBeenCalled();
  });

  it('is not to be had from the moment in which it goes back', async () => {
    const { lent, giveBack, released } = busy();
    const ending = new EndingSession(lent, 'SELECT');
    let atReturn: unknown = 'not asked';
    giveBack.mockImplementation(() => (atReturn = ending.takeOver()));
    released();
    await vi.waitFor(() => expect(giveBack).toHaveBeenCalledOnce());
    expect(atReturn).toBeUndefined();
  });
});
