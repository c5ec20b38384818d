import { handlers as orders } from '#modules/orders/index.ts';
import { ownLimitHandlers } from '#modules/own-limits/index.ts';
import { handlers as portfolio } from '#modules/portfolio/index.ts';
import { type Desk, createPlacingHandlers } from '#modules/placing/index.ts';
import { actHandlers, assistantHandlers, createQuestionHandlers } from '#modules/assistants/index.ts';
import { createBasketHandlers, type OrderRuns, triggerHandlers } from '#modules/standing/index.ts';
import { dividendHandlers, holderOfferHandlers } from '#modules/corporate/index.ts';
import { productChangeHandlers } from '#modules/delivery/index.ts';

/** Every call about orders and what came of them; `placing` says where orders are placed. */
export const createOrderHandlers = ({ desk, runs }: { readonly desk: Desk; readonly runs: OrderRuns }) => ({
  ...orders,
  ...ownLimitHandlers,
  ...portfolio,
  ...createPlacingHandlers(desk),
  ...actHandlers,
  ...assistantHandlers,
  ...createQuestionHandlers(desk),
  ...triggerHandlers,
  ...createBasketHandlers(runs),
  ...dividendHandlers,
  ...holderOfferHandlers,
  ...productChangeHandlers,
});
