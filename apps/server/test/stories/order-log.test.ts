import { createHash, createHmac } from 'node:crypto';
import { playShare, readShareDay, replayDay } from '@khara/market-day';
import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { handlers as articles } from '#modules/articles/index.ts';
import { recordsOfType, sealLog } from '#modules/ledger/index.ts';
import { closedDays, dayLog, dayProof, orderLog } from '#modules/orders/journal/order-log.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading, valueOf } from '#test/trading.ts';

const CODE = 'ALANKRITI';

describe('the order log of a market day', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let lines: readonly string[];
  let own: { readonly id: string; readonly trader: ReturnType<Trading['member']> };
  const day = () => trading.deps.market.now().marketDate;

  beforeAll(async () => {
    // Its second day has news of a company.
    trading = await openTrading(database.app, { daySeconds: '30', seed: 'news 7' });
    const first = day();
    await trading.stepUntil(() => day() !== first); // the first has no pre-open
    const date = day();
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    const [asha, ravi] = [trading.member(), trading.member()];
    for (const member of [asha, ravi]) await member.deposit(20_00_000_00n);
    const lowest = rupees(BigInt(trading.quote(CODE).bandLow));
    const rests = await asha.buy({ code: CODE, quantity: 20, price: lowest });
    await asha.buy({ code: CODE, quantity: 7 });
    await ravi.buy({ code: CODE, quantity: 30, price: trading.inside(CODE), disclosedQuantity: 3 });
    await trading.venue.step();
    await asha.sell({ code: CODE, quantity: 7 });
    await ravi.buy({ code: CODE, quantity: 2, product: 'intraday' }); // squared off by the system
    await asha.cancel(rests.id);
    own = { id: rests.id, trader: asha };
    await trading.stepUntil(() => day() !== date);
    const answer = await orderLog(trading.deps, { marketDate: date });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    expect(answer.value.name).toBe(`khara-orders-${date}.jsonl`);
    lines = Buffer.from(answer.value.bytes).toString('utf8').split('\n');
  });

  it('gives the same trades byte for byte when it is played again, and says what the signed log says', async () => {
    const { isSame, isNewsOfSeed, found, said, trades, commandCount } = replayDay(lines);
    expect(isSame).toBe(true);
    expect(isNewsOfSeed).toBe(true);
    expect(commandCount).toBeGreaterThanOrEqual(7);
    expect(trades).toHaveLength(said.tradeCount);
    const records = (await recordsOfType(database.app, 'market.session')).map(
      ({ json }) => JSON.parse(json) as Readonly<Record<string, unknown>>,
    );
    const ofDay = records.filter(({ marketDate }) => marketDate === said.marketDate);
    expect(ofDay).toMatchObject([
      { session: 'opening', seedHash: found.seedHash, universe: found.universe },
      { session: 'closing', commands: found.commands, trades: found.trades, spec: found.spec, seed: said.seed },
    ]);
  });

  const placedLines = () =>
    lines.map((line) => line && (JSON.parse(line) as unknown)).filter((line) => Array.isArray(line));

  it('names an order by a number that only its own member is shown, and an account by a name of the day', async () => {
    const placed = placedLines();
    const { logNumber: number } = await own.trader.detail(own.id);
    expect(number).not.toBe(own.id);
    const mine = placed.filter(([, , kind, id]) => kind === 'place' && String(id) === number);
    expect(mine).toHaveLength(1);
    const pseudonym = mine[0]![4] as string;
    expect(pseudonym).toMatch(/^[0-9a-f]{16}$/);
    expect(placed.filter((line) => line[4] === pseudonym)).toHaveLength(3);
    expect(placed.some(([, , kind, id]) => kind === 'cancel' && String(id) === number)).toBe(true);
  });

  it('gives no name away to a reader who hashes every account number with all that the log says', () => {
    const head = JSON.parse(lines[0]!) as Readonly<Record<string, unknown>>;
    const seed = Buffer.from(head['seed'] as string, 'hex');
    const names = new Set(placedLines().flatMap(([, , kind, , who]) => (kind === 'place' ? [String(who)] : [])));
    expect(names.size).toBe(2);
    const guesses = Array.from({ length: 1_000 }, (_, number) => String(number)).flatMap((number) => [
      createHash('sha256').update('khara/pseudonym/1\n').update(seed).update(number).digest('hex'),
      createHmac('sha256', seed).update(number).digest('hex'),
      createHmac('sha256', seed).update(`account ${number}`).digest('hex'),
      createHmac('sha256', 'order log').update(`account ${number}`).digest('hex'), // MARKET_SEED, which is published
    ]);
    expect(guesses.filter((guess) => names.has(guess.slice(0, 16)))).toEqual([]);
  });

  it('counts nothing: neither ids of orders nor numbers of accounts stand in it', () => {
    const ids = placedLines().flatMap(([, , kind, id]) => (kind === 'place' ? [Number(id)] : []));
    expect(ids.length).toBeGreaterThanOrEqual(5);
    const sorted = ids.toSorted((a, b) => a - b);
    expect(Math.min(...sorted.slice(1).map((id, at) => id - sorted[at]!))).toBeGreaterThan(1_000);
    expect(sorted.at(0)).toBeGreaterThan(100_000);
  });

  it('is found out when an order in it was changed, left out or moved', () => {
    const at = lines.findIndex((line) => line.includes('"place"') && line.includes('"buy"') && line.includes('true'));
    expect(at).toBeGreaterThan(0);
    const changed = lines.with(at, lines[at]!.replace(/"buy",(\d+),(\d+)/, '"buy",$1,9$2'));
    expect(replayDay(changed).found.trades).not.toBe(replayDay(lines).found.trades);
    expect(replayDay(changed).isSame).toBe(false);
    const last = lines.findLastIndex((line) => line.startsWith('['));
    expect(replayDay(lines.toSpliced(last, 1)).isSame).toBe(false);
    const second = lines.findIndex((line) => /^\[\d+,1,/.test(line));
    expect(() => replayDay(lines.toSpliced(second - 1, 1))).toThrow('cannot have its place');
  });

  it('names the news that its participants heard, which the seed decided and an article published', async () => {
    const news = lines.filter((line) => line.includes('"news"')).map((line) => JSON.parse(line) as unknown[]);
    expect(news).toHaveLength(1);
    const [, , , articleId, code, about, bps] = news[0]!;
    expect([code, about, bps]).toEqual(['ACHALGARH', 'order_won', 202]);
    const article = await articles.article(trading.deps, { language: 'en' } as never, { id: articleId as string });
    expect(article).toMatchObject({
      value: { category: 'company', source: 'simulation', codes: [code], marketDate: expect.any(String) },
    });
    const texts = await database.app.query<{ title: string; summary: string; body: string }>(
      'test.news',
      'SELECT title, summary, body FROM content.article_text WHERE article_id = $1',
      [articleId],
    );
    expect(texts).toHaveLength(4);
    expect(texts.filter(({ title, summary, body }) => `${title}${summary}${body}`.includes('{{'))).toEqual([]);
    // Of another size, or left out: it is not the seed's.
    const at = lines.findIndex((line) => line.includes('"news"'));
    const other = lines.with(at, lines[at]!.replace('"order_won",202', '"order_won",402'));
    expect(replayDay(other)).toMatchObject({ isSame: false, isNewsOfSeed: false });
    expect(replayDay(lines.toSpliced(at, 1))).toMatchObject({ isSame: false, isNewsOfSeed: false });
  });

  it('gives what one share needs, from which its day plays as it was among all', async () => {
    const date = replayDay(lines).head.marketDate;
    const listed = await closedDays(trading.deps);
    const version = valueOf(listed).days.find(({ marketDate }) => marketDate === date)!.version;
    const answer = await dayLog(trading.deps, { marketDate: date, code: CODE, version });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    expect(answer.value).toMatchObject({ isLasting: true, name: `khara-orders-${date}-${CODE}.jsonl` });
    const cut = Buffer.from(answer.value.bytes).toString('utf8').split('\n');
    expect(JSON.parse(cut[1]!)).toEqual({ share: CODE, index: null }); // a market of a few shares has no index
    expect(cut.every((line) => lines.includes(line) || line === cut[1])).toBe(true);
    expect(cut.filter((line) => line.includes('"place"')).every((line) => line.includes(CODE))).toBe(true);
    const read = readShareDay(cut, CODE);
    if ('refused' in read) throw new Error(read.refused);
    const alone = playShare(read);
    if ('refused' in alone) throw new Error(alone.refused);
    const whole = replayDay(lines).trades.filter(({ share }) => share === alone.share);
    const tape = (trades: readonly (typeof whole)[number][]) =>
      trades.map(({ step, price, quantity }) => [step, price, quantity]);
    expect(tape(alone.trades)).toEqual(tape(whole));
    const { logNumber } = await own.trader.detail(own.id);
    expect(alone.events.some(({ orderId }) => String(orderId) === logNumber)).toBe(true);
  });

  it('is listed by its date, whole for caches, and has its record in the signed log', async () => {
    const date = replayDay(lines).head.marketDate;
    const listed = await closedDays(trading.deps);
    expect(listed).toMatchObject({ value: { running: day() } });
    expect(listed.refused === undefined && listed.value.days.map(({ marketDate }) => marketDate)).toContain(date);
    const whole = await dayLog(trading.deps, { marketDate: date, code: undefined });
    expect(whole.refused === undefined && Buffer.from(whole.value.bytes).toString('utf8')).toBe(lines.join('\n'));
    await sealLog(trading.deps);
    const proof = await dayProof(trading.deps, { marketDate: date });
    if (proof.refused !== undefined) throw new Error(proof.refused);
    expect(JSON.parse(proof.value.record!.json)).toMatchObject({
      session: 'closing',
      trades: replayDay(lines).found.trades,
    });
    const version = valueOf(listed).days.find(({ marketDate }) => marketDate === date)!.version;
    for (const code of [undefined, CODE]) {
      const kept = async (asked: string | undefined) =>
        valueOf(await dayLog(trading.deps, { marketDate: date, code, version: asked })).isLasting;
      expect([await kept(version), await kept(undefined)]).toEqual([true, false]);
      for (const other of ['x', `${version}0`, '', version.toUpperCase()])
        expect(await dayLog(trading.deps, { marketDate: date, code, version: other })).toMatchObject({
          refused: 'no_order_log',
          field: 'version',
        });
    }
    for (const refused of [
      await dayLog(trading.deps, { marketDate: day(), code: CODE }),
      await dayProof(trading.deps, { marketDate: '2031-01-01' }),
    ])
      expect(refused).toMatchObject({ refused: 'no_order_log' });
    expect(await dayLog(trading.deps, { marketDate: date, code: 'NOSUCH' })).toMatchObject({ refused: 'unknown_code' });
  });

  it('is not there for the day that runs, or one that never was', async () => {
    expect(await orderLog(trading.deps, { marketDate: day() })).toMatchObject({ refused: 'no_order_log' });
    expect(await orderLog(trading.deps, { marketDate: '2031-01-01' })).toMatchObject({ refused: 'no_order_log' });
    expect((await orderLog(trading.deps, { marketDate: undefined })).refused).toBeUndefined();
  });
});
