import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CODES, type CallName, type Payload } from '@khara/contract';
import { Secret, TOTP } from 'otpauth';
import { hasNats } from '#src/adapters/local-cluster.ts';
import { GOOD_PASSWORD, newAddress, newPhone } from '#test/client.ts';
import { inWords } from '#test/cluster-load.ts';
import { ReturningSocket } from '#test/cluster-sockets.ts';
import { callServer } from '#test/server-process.ts';
import { ask, figureOf, machineLoad, useCluster } from '#test/use-cluster.ts';

/** What a busy machine may take; the figures say what it took. */
const MAX_MS = 20_000;
const POLL = { timeout: MAX_MS, interval: 5 };
/** The market day has more seconds, so a limit of a day holds in it. */
const TIMES = 5;
const SESSION_ENDED = 4001;

async function newMember(url: string) {
  const from = { 'x-forwarded-for': newAddress() };
  const phone = newPhone();
  const payload = { phone, password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
  const { data } = await callServer(url, 'register', payload, from);
  return { phone, from, headers: { ...from, token: data.token } };
}

const works = (found: readonly [CallName, number][], name: CallName) =>
  found.every(([of, code]) => of !== name || code === 200);

describe('what one server knows, another one knows', () => {
  const use = useCluster({ traders: 4 });
  const sockets: ReturningSocket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.end();
  });
  const urls = () => use.cluster.of('api').map(({ url }) => url) as [string, string];

  it.for(['up', 'away'] as const)(
    'a session that ended at one is refused at another, with the bus %s',
    async (bus, { annotate }) => {
      if (bus === 'away' && !hasNats()) return;
      const [one, other] = urls();
      const refused: number[] = [];
      const closed: number[] = [];
      const owner = await newMember(one);
      for (let time = 0; time < TIMES; time += 1) {
        const { data } = await callServer(other, 'signIn', { phone: owner.phone, password: GOOD_PASSWORD }, owner.from);
        const second = { ...owner.from, token: data.token };
        expect((await callServer(other, 'userDetail', {}, second)).code).toBe(200);
        const socket = await new ReturningSocket(() => [other], second).open();
        sockets.push(socket);
        if (bus === 'away') await use.cluster.killNats();
        const { code } = await callServer(one, 'revokeOtherSessions', {}, owner.headers);
        const endedAt = performance.now();
        expect(code).toBe(200);
        const socketClosed = vi.waitUntil(() => socket.closeCode, POLL);
        await expect
          .poll(async () => (await callServer(other, 'userDetail', {}, second)).code, POLL)
          .toBe(CODES.sessionEnded);
        refused.push(performance.now() - endedAt);
        expect(await socketClosed).toBe(SESSION_ENDED);
        closed.push(Math.max(0, socket.lostAt! - endedAt));
        socket.end();
        if (bus === 'away') await startBus();
      }
      await annotate(
        `C6 bus ${bus}: refused after ${inWords(refused)}, socket closed after ${inWords(closed)}; ${machineLoad()}`,
      );
    },
  );

  async function startBus(): Promise<void> {
    await use.cluster.startNats();
    for (const url of urls()) await expect.poll(() => figureOf(url, 'khara_bus_up'), POLL).toBe(1);
  }

  it('money that was stopped moves at none', { timeout: 120_000 }, async ({ annotate }) => {
    const { cluster, load } = use;
    const moving: readonly [CallName, () => object][] = [
      ['placeBuyOrder', () => ({ code: 'AAMRAI', quantity: 1, product: 'delivery', type: 'market' })],
      ['submitRecharge', () => ({ currency: 'INR', channelType: 'UPI', amount: '100.00' })],
      ['convert', () => ({ from: 'INR', to: 'USDT', amount: '100.00' })],
    ];
    const tryAt = (url: string, name: CallName, more: () => object) =>
      callServer(url, name, { ...more(), requestId: randomUUID() } as Payload<typeof name>, load.headersOf(0));
    const all = async () => {
      const asked = urls().flatMap((url) =>
        moving.map(async ([name, more]) => [name, (await tryAt(url, name, more)).code]),
      );
      return Promise.all(asked) as Promise<[CallName, number][]>;
    };
    const before = await all();
    for (const name of ['placeBuyOrder', 'submitRecharge'] as const) expect(works(before, name), name).toBe(true);

    await ask(
      cluster,
      `INSERT INTO ledger.books_stop (check_name, violations, sample, at_ms) VALUES ('a test of several servers', 1, '', 0)`,
    );
    const stoppedAt = performance.now();
    const succeeded: number[] = [];
    while (performance.now() - stoppedAt < 3_000) {
      const startedAt = performance.now() - stoppedAt;
      const found = await all();
      if (found.some(([, code]) => code === 200)) succeeded.push(startedAt);
    }
    for (const url of urls()) await expect.poll(() => figureOf(url, 'khara_money_stopped'), POLL).toBe(1);
    await annotate(`C7 calls that moved money after it was stopped: ${succeeded.length}; ${machineLoad()}`);
    expect(succeeded).toEqual([]);

    await ask(cluster, 'UPDATE ledger.books_stop SET resumed_ms = at_ms + 1 WHERE resumed_ms IS NULL');
    await expect.poll(async () => works(await all(), 'placeBuyOrder'), POLL).toBe(true);
  });

  it('a limit that a member sets at one holds at another, and so does a pause', async () => {
    const [one, other] = urls();
    const headers = use.load.headersOf(1);
    const order = (url: string) =>
      callServer(
        url,
        'placeBuyOrder',
        { code: 'THEWA', quantity: 1, product: 'delivery', type: 'market', requestId: randomUUID() },
        headers,
      );
    const { data } = await callServer(one, 'ownLimits', {}, headers);
    const used = Number(data.limits.find(({ kind }) => kind === 'day_orders')?.used ?? 0);
    expect((await order(other)).code).toBe(200);
    expect((await callServer(one, 'setOwnLimit', { kind: 'day_orders', orders: used + 2 }, headers)).code).toBe(200);
    expect((await order(other)).code).toBe(200);
    expect((await order(one)).code).toBe(500);
    expect((await order(other)).code).toBe(500);
    const third = use.load.headersOf(2);
    expect((await callServer(one, 'pauseOrders', { span: '24h' }, third)).code).toBe(200);
    const paused = await callServer(
      other,
      'placeBuyOrder',
      { code: 'THEWA', quantity: 1, product: 'delivery', type: 'market', requestId: randomUUID() },
      third,
    );
    expect(paused.code).toBe(500);
  });

  it('a receipt is the same at each, by the key of one server, which the log certifies', async () => {
    const [one, other] = urls();
    const headers = use.load.headersOf(0);
    const order = { code: 'AAMRAI', quantity: 1, product: 'delivery', requestId: randomUUID() } as const;
    const at = (url: string) => callServer(url, 'placeBuyOrder', { ...order, type: 'market' }, headers);
    const first = await at(one);
    expect(first.data.receipt).toBeDefined();
    for (const url of [one, other]) expect((await at(url)).data).toEqual(first.data);

    const { data: quote } = await callServer(one, 'marketDetail', { code: order.code }, headers);
    const price = quote.bandLow!;
    const rests = { ...order, type: 'limit', price, requestId: randomUUID() } as const;
    const resting = await callServer(one, 'placeBuyOrder', rests, headers);
    expect(resting.data.state).toBe('open');
    for (const url of [other, one])
      expect((await callServer(url, 'placeBuyOrder', rests, headers)).data).toEqual(resting.data);
    const change = { id: resting.data.id, quantity: 2, requestId: randomUUID() };
    const changed = await callServer(other, 'modifyOrder', change, headers);
    expect(changed.data).toMatchObject({ state: 'open', quantity: 2, modifications: 1 });
    expect((await callServer(one, 'modifyOrder', change, headers)).data.modifications).toBe(1);
    const cancelled = await callServer(one, 'cancelOrder', { id: resting.data.id }, headers);
    expect(cancelled.data.receipt).not.toBeNull();
    expect((await callServer(other, 'cancelOrder', { id: resting.data.id }, headers)).data).toEqual(cancelled.data);

    for (const { signer } of [first.data.receipt!, resting.data.receipt!, cancelled.data.receipt!]) {
      const said = () => callServer(other, 'nodeKey', { key: signer }, {});
      await expect.poll(async () => (await said()).code, POLL).toBe(200);
      const { certificate, retirement } = (await said()).data;
      expect([JSON.parse(certificate.json).key, retirement]).toEqual([signer, null]);
    }
    const nodes = [first.data.receipt!.signer, cancelled.data.receipt!.signer];
    expect(new Set(nodes).size, 'the market’s server, and the one that was asked').toBe(2);
  });

  it('a one-time code counts once, at whichever it is shown first', async () => {
    const [one, other] = urls();
    const { phone, from, headers } = await newMember(one);
    const setUp = await callServer(one, 'totpSetup', {}, headers);
    const otp = new TOTP({ secret: Secret.fromBase32(setUp.data.secret) }).generate();
    const confirmed = await callServer(other, 'totpConfirm', { otp }, headers);
    expect(confirmed.code).toBe(200);
    const signIn = (url: string, code: string) =>
      callServer(url, 'signIn', { phone, password: GOOD_PASSWORD, otp: code }, from);
    expect((await signIn(one, otp)).code).toBe(500);
    const [recovery] = confirmed.data.recoveryCodes as [string];
    const both = await Promise.all([signIn(one, recovery), signIn(other, recovery)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect((await signIn(other, recovery)).code).toBe(500);
  });

  it('a watchlist is the same at each, whichever changed it', async ({ annotate }) => {
    const [one, other] = urls();
    const headers = use.load.headersOf(3);
    const lists = async (url: string) => (await callServer(url, 'watchlists', {}, headers)).data.list;
    const took: number[] = [];
    for (const [at, codes] of [['AAMRAI'], ['THEWA', 'AAMRAI'], []].entries()) {
      const [here, there] = at % 2 === 0 ? [one, other] : [other, one];
      await lists(there);
      expect((await callServer(here, 'saveWatchlistCodes', { id: 'first', codes }, headers)).code).toBe(200);
      const savedAt = performance.now();
      await expect.poll(async () => (await lists(there)).find(({ id }) => id === 'first')?.codes, POLL).toEqual(codes);
      took.push(performance.now() - savedAt);
    }
    await annotate(`C7 a watchlist at the other server after ${inWords(took)}; ${machineLoad()}`);
  });
});
