import type { ServerMessage } from '@khara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuoteStore } from './quotes.ts';
import { createSocket, type FeedState } from './socket.ts';

type Listener = (event: { data?: unknown; code?: number }) => void;
class FakeLine {
  readyState = 0;
  sent: unknown[] = [];
  listeners = new Map<string, Listener>();
  addEventListener(kind: string, listener: (event: never) => void) {
    this.listeners.set(kind, listener as Listener);
  }
  tell(kind: string, data?: unknown) {
    this.listeners.get(kind)?.({ data });
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = 1;
    this.tell('open');
  }
  say(message: unknown) {
    this.tell('message', typeof message === 'string' ? message : JSON.stringify(message));
  }
  close(code = 1000) {
    this.readyState = 3;
    this.listeners.get('close')?.({ code });
  }
}

let lines: FakeLine[];
let states: FeedState[];
let heard: ServerMessage[];
const make = (token = '') =>
  createSocket({
    open: () => {
      const line = new FakeLine();
      lines.push(line);
      return line;
    },
    token: () => token,
    onMessage: (message) => heard.push(message),
    onFeed: (state) => states.push(state),
    random: () => 1,
  });
const line = () => {
  const last = lines.at(-1);
  if (!last) throw new Error('nothing was opened');
  return last;
};

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  states = [];
  heard = [];
});
afterEach(() => vi.useRealTimers());

describe('the line', () => {
  it('signs in and asks for what is wanted as soon as it is open', () => {
    const socket = make('T0K3N');
    socket.want('quotes', 'THEWA');
    socket.start();
    line().open();
    expect(line().sent).toEqual([
      { op: 'auth', token: 'T0K3N' },
      { op: 'subscribe', channel: 'quotes', codes: ['THEWA'] },
    ]);
    socket.stop();
  });

  it('comes back with a growing pause, and asks again for everything', () => {
    const socket = make();
    socket.want('depth', 'THEWA');
    socket.start();
    line().open();
    line().close();
    vi.advanceTimersByTime(499);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
    line().close();
    vi.advanceTimersByTime(999);
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(1);
    line().open();
    expect(line().sent).toEqual([{ op: 'subscribe', channel: 'depth', codes: ['THEWA'] }]);
    socket.stop();
  });

  it.each([1013, 4004])('refused because there are too many lines (%i), it waits its longest pause', (code) => {
    make().start();
    line().open();
    line().close(code);
    vi.advanceTimersByTime(14_999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
    line().open();
    line().close();
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(3);
  });

  it('is stale after three seconds without it, not before', () => {
    const socket = make();
    socket.start();
    line().open();
    line().close();
    vi.advanceTimersByTime(2999);
    expect(states).toEqual(['live']);
    vi.advanceTimersByTime(1);
    expect(states).toEqual(['live', 'stale']);
    socket.stop();
  });

  it('that came back in time was never stale', () => {
    const socket = make();
    socket.start();
    line().open();
    line().close();
    vi.advanceTimersByTime(600);
    line().open();
    vi.advanceTimersByTime(10_000);
    expect(states).toEqual(['live']);
    socket.stop();
  });

  it('that says nothing although it was asked is given up', () => {
    const socket = make();
    socket.start();
    line().open();
    vi.advanceTimersByTime(20_000);
    expect(line().sent.filter((message) => (message as { op: string }).op === 'ping')).toHaveLength(2);
    vi.advanceTimersByTime(11_000);
    expect(lines.length).toBeGreaterThan(1);
    socket.stop();
  });

  it('that is dead is stale and replaced, though the browser waits for the other side’s goodbye', () => {
    const socket = make();
    socket.want('quotes', 'THEWA');
    socket.start();
    const dead = line();
    dead.close = () => (dead.readyState = 2); // no close event comes
    dead.open();
    vi.advanceTimersByTime(36_000);
    expect([states, lines.length]).toEqual([['live', 'stale'], 2]);
    line().open();
    expect(line().sent).toEqual([{ op: 'subscribe', channel: 'quotes', codes: ['THEWA'] }]);
    dead.say({ type: 'pong' }); // what was on its way is old
    dead.tell('close');
    expect([heard, states.at(-1), lines.length]).toEqual([[], 'live', 2]);
    socket.stop();
  });

  it('that does not answer within five seconds is stale, and live again with its next word', () => {
    const socket = make();
    socket.start();
    line().open();
    vi.advanceTimersByTime(14_900);
    expect(states).toEqual(['live']);
    vi.advanceTimersByTime(200);
    expect(states).toEqual(['live', 'stale']);
    line().say({ type: 'pong' });
    expect([states, lines.length]).toEqual([['live', 'stale', 'live'], 1]);
    vi.advanceTimersByTime(5_000); // asked again at 20 s
    line().say({ type: 'pong' });
    vi.advanceTimersByTime(6_000);
    expect(states.at(-1)).toBe('live');
    socket.stop();
  });

  it('that does not open and whose end is never said is replaced', () => {
    const socket = make();
    socket.start();
    line().close = () => undefined;
    vi.advanceTimersByTime(60_500);
    expect(lines).toHaveLength(2);
    socket.stop();
  });

  it('is asked whether it lives when the page is looked at again, and replaced if not', () => {
    const socket = make();
    socket.start();
    const dead = line();
    dead.close = () => (dead.readyState = 2);
    dead.open();
    socket.wake();
    vi.advanceTimersByTime(4999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(501);
    expect([states.at(-1), lines.length]).toEqual(['stale', 2]);
    line().open();
    socket.wake();
    line().say({ type: 'pong' });
    vi.advanceTimersByTime(6000);
    expect([states.at(-1), lines.length]).toEqual(['live', 2]);
    socket.stop();
  });

  it('that is closing is replaced at once when the page is looked at again', () => {
    const socket = make();
    socket.start();
    const dead = line();
    dead.close = () => undefined;
    dead.open();
    dead.readyState = 2;
    socket.wake();
    expect(lines).toHaveLength(1); // it has only begun
    vi.advanceTimersByTime(3000);
    socket.wake();
    expect(lines).toHaveLength(2);
    socket.stop();
  });

  it('that does not open within a minute is given up, and another is tried', () => {
    const socket = make();
    socket.start();
    vi.advanceTimersByTime(59_999);
    expect(lines).toHaveLength(1);
    expect(line().readyState).toBe(0);
    vi.advanceTimersByTime(1);
    expect(line().readyState).toBe(3);
    expect(socket.lastFailure()).toMatchObject({ code: 600009 });
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    line().open();
    for (let beat = 0; beat < 6; beat += 1) {
      vi.advanceTimersByTime(10_000);
      line().say({ type: 'pong' });
    }
    expect([lines.length, states.at(-1)]).toEqual([2, 'live']); // and one that has opened is not
    socket.stop();
  });

  it('survives what it cannot read', () => {
    const socket = make();
    socket.start();
    line().open();
    line().say('not json');
    line().say({ nothing: true });
    line().say({ type: 'pong' });
    expect(heard).toEqual([{ type: 'pong' }]);
    socket.stop();
  });
});

describe('its failures have the specification’s codes', () => {
  it('sending while it is not open is 10002', () => {
    const socket = make();
    expect(socket.send({ op: 'ping' })).toMatchObject({ code: 10002 });
  });
  it('any other failure to send is 602001', () => {
    const socket = make();
    socket.start();
    line().open();
    line().send = () => {
      throw new Error('full');
    };
    expect(socket.send({ op: 'ping' })).toMatchObject({ code: 602001 });
    socket.stop();
  });
  it('not connecting is 600009', () => {
    const socket = make();
    socket.start();
    line().tell('error');
    expect(socket.lastFailure()).toMatchObject({ code: 600009 });
    socket.stop();
  });
});

describe('who wants what', () => {
  it('a code is asked for once, however many want it, and let go a moment after the last', () => {
    const socket = make();
    socket.start();
    line().open();
    const first = socket.want('quotes', 'THEWA');
    const second = socket.want('quotes', 'THEWA');
    vi.advanceTimersByTime(1);
    expect(line().sent).toEqual([{ op: 'subscribe', channel: 'quotes', codes: ['THEWA'] }]);
    first();
    first();
    vi.advanceTimersByTime(5000);
    expect(line().sent).toHaveLength(1);
    second();
    vi.advanceTimersByTime(2000);
    expect(line().sent.at(-1)).toEqual({ op: 'unsubscribe', channel: 'quotes', codes: ['THEWA'] });
    socket.stop();
  });

  it('a row that scrolls out and back asks nothing', () => {
    const socket = make();
    socket.start();
    line().open();
    const release = socket.want('quotes', 'THEWA');
    vi.advanceTimersByTime(1);
    release();
    vi.advanceTimersByTime(1000);
    socket.want('quotes', 'THEWA');
    vi.advanceTimersByTime(5000);
    expect(line().sent).toHaveLength(1);
    socket.stop();
  });

  it('more codes than a message may carry go in several', () => {
    const socket = make();
    for (let index = 0; index < 650; index += 1) socket.want('quotes', `CODE${index}`);
    socket.start();
    line().open();
    expect(line().sent.map((message) => (message as { codes: string[] }).codes.length)).toEqual([300, 300, 50]);
    socket.stop();
  });
});

const tick = (code: string, price: string, at: number): ServerMessage => ({
  type: 'quotes',
  data: [[code, price, '0.10', 5, at]],
});

describe('the quote store', () => {
  it('tells only who listens to the code that ticked', () => {
    const store = createQuoteStore(() => () => {});
    const changed: string[] = [];
    store.onQuote('THEWA', () => changed.push('THEWA'));
    store.onQuote('BIDRI', () => changed.push('BIDRI'));
    store.receive(tick('THEWA', '100.00', 1));
    store.receive(tick('THEWA', '100.10', 2));
    expect(changed).toEqual(['THEWA', 'THEWA']);
    expect(store.quote('THEWA')).toMatchObject({ price: '100.10', moved: 1 });
    expect(store.quote('BIDRI')).toBeUndefined();
  });

  it('an older tick does not overwrite a newer one', () => {
    const store = createQuoteStore(() => () => {});
    store.receive(tick('THEWA', '100.10', 20));
    store.receive(tick('THEWA', '99.00', 10));
    expect(store.quote('THEWA')?.price).toBe('100.10');
  });
});
