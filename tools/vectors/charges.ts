import {
  breakEvenPoints,
  breakEvenSell,
  chargesFor,
  dpCharge,
  noteCharges,
  roundTripCharges,
  sttOnAveragePrice,
  unroundedTotal,
} from '@khara/charges';
import { z } from 'zod';
import { kind, paise, RULES_AS_OF, type Suite } from './case.ts';
import { yearOfGains } from '@khara/rules';

const plan = z.enum(['plan_a', 'plan_b']);
const product = z.enum(['delivery', 'intraday']);
const side = z.enum(['buy', 'sell']);
const holder = z.enum(['standard', 'female']).default('standard');
const trade = { trade_date: z.iso.date(), exchange: z.literal('NSE').default('NSE'), plan };

const roundTrip = kind(
  z.object({
    ...trade,
    product,
    qty: z.int(),
    buy_price: paise,
    sell_price: paise,
    tick: paise,
    demat_holder: holder,
    published_total_paise: paise.optional(),
  }),
  (input) => {
    const trip = {
      plan: input.plan,
      day: input.trade_date,
      product: input.product,
      quantity: input.qty,
      buyPricePaise: input.buy_price,
      holder: input.demat_holder,
    };
    const { dp, total, ...lines } = roundTripCharges({ ...trip, sellPricePaise: input.sell_price });
    const buyValue = BigInt(input.qty) * input.buy_price;
    const sellValue = BigInt(input.qty) * input.sell_price;
    const withoutDp = total - dp;
    if (input.published_total_paise !== undefined && input.published_total_paise !== withoutDp) {
      throw new Error(`published total ${input.published_total_paise}, ours ${withoutDp}`);
    }
    return {
      ...lines,
      buy_value: buyValue,
      sell_value: sellValue,
      total: withoutDp,
      dp,
      total_with_dp: total,
      gross_pnl: sellValue - buyValue,
      net_pnl: sellValue - buyValue - total,
      breakeven_points: breakEvenPoints({ ...lines, dp, total }, input.qty),
      min_profitable_sell_price: breakEvenSell({ ...trip, tickPaise: input.tick }),
    };
  },
);

const fund = z.boolean().default(false);
const leg = kind(z.object({ ...trade, product, side, fund, qty: z.int(), price: paise }), (input) => {
  const value = BigInt(input.qty) * input.price;
  const charges = chargesFor({
    plan: input.plan,
    day: input.trade_date,
    product: input.product,
    side: input.side,
    isFund: input.fund,
    valuePaise: value,
  });
  return { ...charges, value, net_amount: input.side === 'buy' ? value + charges.total : value - charges.total };
});

const contractNote = kind(
  z.object({ ...trade, legs: z.array(z.object({ product, side, qty: z.int(), price: paise })) }),
  (input) => {
    const legs = input.legs.map((each) => ({ ...each, valuePaise: BigInt(each.qty) * each.price }));
    const charges = noteCharges({ plan: input.plan, day: input.trade_date }, legs);
    const flow = legs.reduce((sum, each) => sum + (each.side === 'sell' ? each.valuePaise : -each.valuePaise), 0n);
    return {
      ...charges,
      turnover: legs.reduce((sum, each) => sum + each.valuePaise, 0n),
      net_receivable: flow - charges.total,
    };
  },
);

const dp = kind(z.object({ plan, sale_value: paise, demat_holder: holder }), (input) => ({
  dp: dpCharge({ plan: input.plan, valuePaise: input.sale_value, day: RULES_AS_OF, holder: input.demat_holder }),
}));

const sttAverage = kind(
  z.object({
    trades: z.array(z.object({ side, qty: z.int(), price: paise })),
    intraday_sell_qty: z.int(),
    delivery_qty: z.int(),
  }),
  (input) => {
    const stt = sttOnAveragePrice({
      day: RULES_AS_OF,
      trades: input.trades.map(({ qty, price }) => ({ quantity: qty, pricePaise: price })),
      intradaySellQuantity: input.intraday_sell_qty,
      deliveryQuantity: input.delivery_qty,
    });
    return {
      average_price_paise_exact: `${stt.averagePrice.numerator}/${stt.averagePrice.denominator}`,
      stt_intraday: stt.intradayPaise,
      stt_delivery: stt.deliveryPaise,
    };
  },
);

const unrounded = kind(z.object({ product, buy_value: paise, sell_value: paise, dp: paise }), (input) => ({
  total:
    input.dp +
    unroundedTotal({ plan: 'plan_a', day: RULES_AS_OF }, [
      { side: 'buy', product: input.product, valuePaise: input.buy_value },
      { side: 'sell', product: input.product, valuePaise: input.sell_value },
    ]),
}));

export const charges: Suite = {
  round_trip: roundTrip,
  leg,
  contract_note: contractNote,
  dp_charge: dp,
  stt_average_price: sttAverage,
  unrounded_total_check: unrounded,
};

export const capitalGains: Suite = {
  year: kind(
    z.object({
      year: z.int(),
      gains: z.array(
        z
          .object({ sold_on: z.string(), kind: z.enum(['short', 'entitlement', 'long']), gain: paise })
          .transform((one) => ({ soldOn: one.sold_on, kind: one.kind, paise: one.gain })),
      ),
      before: z.array(z.object({ year: z.int(), short: paise, long: paise })),
    }),
    ({ year, gains, before }) => yearOfGains(year, gains, before),
  ),
};
