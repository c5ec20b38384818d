import { confirmProgramKey, handlers as accounts } from '#modules/accounts/index.ts';
import { handlers as articles } from '#modules/articles/index.ts';
import { handlers as certificate } from '#modules/certificate/index.ts';
import { handlers as classes } from '#modules/classes/index.ts';
import { handlers as config } from '#modules/config/index.ts';
import { handlers as credit } from '#modules/credit/index.ts';
import { createDocumentHandlers } from '#modules/documents/index.ts';
import { handlers as offerings } from '#modules/offerings/index.ts';
import { handlers as kyc } from '#modules/kyc/index.ts';
import { type Companies, createCompanyHandlers, createScreenHandlers } from '#modules/companies/index.ts';
import { createMarketHandlers } from '#modules/market/index.ts';
import { createWatchingHandlers } from '#modules/watching/index.ts';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import { createOrderHandlers } from './order-handlers.ts';
import { makeNotices } from '#modules/orders/index.ts';
import { createMissionHandlers } from '#modules/missions/index.ts';
import { handlers as performance } from '#modules/performance/index.ts';
import { handlers as pictures } from '#modules/pictures/index.ts';
import { createProgramHandlers } from '#modules/programs/index.ts';
import { handlers as privacy } from '#modules/privacy/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as support } from '#modules/support/index.ts';
import { handlers as votes } from '#modules/votes/index.ts';
import { handlers as wallet } from '#modules/wallet/index.ts';
import type { Handlers } from '#src/kernel/call-handler.ts';

/** One handler for each call of the table: a missing one does not compile. */
export const createHandlers = (
  market: Parameters<typeof createMarketHandlers>[0] &
    Parameters<typeof createWatchingHandlers>[0] & { readonly companies: Companies },
  placing: Parameters<typeof createOrderHandlers>[0],
  printer: Parameters<typeof createDocumentHandlers>[0],
) =>
  ({
    ...accounts,
    ...createProgramHandlers(confirmProgramKey),
    ...config,
    ...certificate,
    ...credit,
    ...createNoticeHandlers(makeNotices),
    ...createMarketHandlers(market),
    ...createWatchingHandlers(market),
    ...createScreenHandlers(market.companies),
    ...createCompanyHandlers(market.companies),
    ...createOrderHandlers(placing),
    ...offerings,
    ...wallet,
    ...statement,
    ...performance,
    ...createMissionHandlers(market.companies),
    ...createDocumentHandlers(printer),
    ...pictures,
    ...privacy,
    ...classes,
    ...articles,
    ...votes,
    ...support,
    ...kyc,
  }) satisfies Handlers;
