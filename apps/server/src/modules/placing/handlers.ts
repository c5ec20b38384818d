import { orderValue } from '@khara/broker';
import { rupees } from '@khara/money';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Desk } from './desk.ts';
import { modifyOrder } from './modify-order.ts';
import { inShares, mostLots } from './order-lots.ts';
import { placeBuyOrder, placeSellOrder } from './place-order.ts';
import { previewOrder } from './preview-order.ts';

const handlers = {
  previewOrder: (deps, caller, body) => previewOrder(deps, caller, inShares(deps, body)),

  quantityLimits: (deps, _caller, { code }) => {
    if (code !== undefined && !deps.market.instrument(code)) return refuse('unknown_code', { field: 'code' });
    const lotSize = (code === undefined ? undefined : deps.market.instrument(code)?.issuer?.lotSize) ?? 1;
    return done({ minimum: Math.ceil(lotSize / deps.config.SHARES_PER_HAND), maximum: mostLots(deps) });
  },

  minimumPurchase: ({ market, config }, _caller, { code }) => {
    if (code !== undefined && !market.instrument(code)) return refuse('unknown_code', { field: 'code' });
    const codes =
      code === undefined
        ? market
            .instruments()
            .filter((it) => it.tradable && it.asset)
            .map((it) => it.code)
        : [code];
    const prices = codes.map((it) => market.quote(it)?.lastPrice ?? 0).filter((price) => price > 0);
    const cheapest = prices.length === 0 ? 0 : Math.min(...prices);
    return done({ minimum: rupees(orderValue(config.SHARES_PER_HAND, BigInt(cheapest))) });
  },
} satisfies HandlersFor<'previewOrder' | 'quantityLimits' | 'minimumPurchase'>;

/**
 * Calls that place, change and cancel orders, and say what one may be; orders are placed, changed and
 * cancelled at a desk.
 */
export const createPlacingHandlers = (desk: Desk) => ({
  ...handlers,
  ...({
    placeBuyOrder: (deps, caller, body) => placeBuyOrder({ ...deps, desk }, caller, inShares(deps, body)),
    placeSellOrder: (deps, caller, body) => placeSellOrder({ ...deps, desk }, caller, inShares(deps, body)),
    modifyOrder: (deps, caller, body) => modifyOrder({ ...deps, desk }, caller, inShares(deps, body)),
    cancelOrder: (deps, caller, { id }) => cancelOrder({ ...deps, desk }, caller, id),
  } satisfies HandlersFor<'placeBuyOrder' | 'placeSellOrder' | 'modifyOrder' | 'cancelOrder'>),
});
