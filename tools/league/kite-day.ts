import { playShare, readShareDay, type ShareDay, timeOfStep, type TradingDay } from '@khara/market-day';
import { type Fill, middle } from './run.ts';

/* What the orders of a day came to, read from the day's public log: the server of a league has one account alone. */

/** Best prices and the last one of a share after each step of a day; 0 where a side is empty. */
class Prices {
  readonly #of = new Map<number, { readonly bid: number; readonly ask: number; readonly last: number }>();

  readonly watch = ({ market, step, tape }: TradingDay, share: number): void => {
    const { bids, asks } = market.depth(share, 1);
    this.#of.set(step, { bid: bids[0]?.price ?? 0, ask: asks[0]?.price ?? 0, last: tape.lastPrice(share) });
  };

  touch(step: number): Fill['touch'] {
    const { bid = 0, ask = 0 } = this.#of.get(step) ?? {};
    return bid > 0 && ask > 0 ? { step, bid, ask } : undefined;
  }

  /** After the day's last step nothing is looked at any more. */
  last(step: number): number | undefined {
    return (this.#of.get(step) ?? this.#of.get(step - 1))?.last;
  }
}

/** The fills of a closed day, in the order of its steps, each with what the share's price was without the orders. */
export async function readDay(url: string, marketDate: string, day: number): Promise<readonly Fill[]> {
  const whole = await loadLog(url, { marketDate });
  const codes = new Set(
    whole
      .filter((line) => line.startsWith('['))
      .map((line) => JSON.parse(line) as readonly unknown[])
      .flatMap(([, , kind, , , code]) => (kind === 'place' ? [String(code)] : [])),
  );
  const fills: Fill[] = [];
  for (const code of codes) {
    const own = readShare(await loadLog(url, { marketDate, code }), code, false);
    fills.push(...(fillsOf(own, day) ?? fillsOf(readShare(whole, code, true), day)!));
  }
  return fills.toSorted((a, b) => a.step - b.step);
}

async function loadLog(url: string, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const response = await fetch(`${url}/app/market/dayLog?${new URLSearchParams(query)}`);
  const text = await response.text();
  if (!response.ok || !text.startsWith('{"format'))
    throw new Error(`The log of ${query['marketDate']}: ${text.slice(0, 200)}`);
  return text.split('\n');
}

function readShare(lines: readonly string[], code: string, isWhole: boolean): ShareDay {
  const log = readShareDay(lines, code, { isWhole });
  if ('refused' in log) throw new Error(`The day of ${code} cannot be played: ${log.refused}`);
  return log;
}

/** Undefined where the share can be played among all others alone. */
function fillsOf(log: ShareDay, day: number): readonly Fill[] | undefined {
  const orders = new Map(
    log.commands.flatMap(({ command }) =>
      command.kind === 'place' && command.code === log.code ? [[command.orderId, command] as const] : [],
    ),
  );
  const [prices, without] = [new Prices(), new Prices()];
  const played = playShare(log, [], prices.watch);
  const other = playShare(
    log,
    [...orders.keys()].map((orderId) => ({ kind: 'remove', orderId })),
    without.watch,
  );
  if ('refused' in played || 'refused' in other) return undefined;
  const timeMs = (step: number): number => timeOfStep(played.day.inputs.plan, step);
  const came = new Map<
    number,
    { readonly step: number; readonly ahead: number | undefined; readonly touch: Fill['touch'] }
  >();
  const fills: Fill[] = [];
  for (const event of played.events) {
    const { orderId, step } = event;
    if (event.kind === 'opened') {
      const { bidPaise: bid, askPaise: ask, aheadQuantity: ahead } = event.book ?? {};
      const touch = bid !== undefined && ask !== undefined ? { step, bid, ask } : undefined;
      came.set(orderId, { step, ahead, touch });
    }
    const order = orders.get(orderId);
    if (event.kind !== 'filled' || !order) continue;
    const { price, quantity, aggressor, phase } = event;
    const arrival = came.get(orderId);
    const how = phase ?? (aggressor ? 'took' : 'rested');
    const isAtOnce = arrival?.step === step && aggressor;
    const touch = phase ? undefined : isAtOnce ? arrival.touch : prices.touch(step);
    const undisturbed = touch && without.touch(touch.step);
    fills.push({
      day,
      step,
      time: timeText(timeMs(step)),
      side: order.side,
      quantity,
      code: log.code,
      price,
      how,
      touch,
      ...(how === 'rested' && {
        ahead: arrival?.ahead,
        restedSeconds: Math.round((timeMs(step) - timeMs(arrival?.step ?? step)) / 1e3),
      }),
      without: phase ? without.last(step + 1) : undisturbed && middle(undisturbed),
    });
  }
  return fills;
}

const timeText = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
