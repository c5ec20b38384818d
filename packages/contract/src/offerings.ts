import * as z from 'zod/mini';
import { call } from './call.ts';
import { OWN_LIMIT_REFUSALS } from './order-checks.ts';
import { password, repeated } from './refusal-groups.ts';
import {
  OFFERING_STATES,
  APPLICATION_STATES,
  Kind,
  Offering,
  Application,
  WithReceipt,
  WithReceiptIfAny,
  DrawProofData,
} from './offering-fields.ts';
import { IdIn, Instant, Page, RequestId, TransactionPassword, Lots, listOf, plainNumber } from './wire.ts';

/*
 * The primary market. One mechanism, four kinds: an issue with its lottery, an offer outside the continuous
 * market, a placement by invitation, and a block. The specification's new-stock pages show the first three,
 * its password-stock pages the last.
 */

const lots = ['lots_below_minimum', 'lots_above_maximum', 'lots_invalid'] as const;
const AccessKey = z
  .string({ error: 'access_key_required' })
  .check(plainNumber, z.minLength(1, { error: 'access_key_required' }), z.maxLength(64, { error: 'access_key_wrong' }));
const State = z.optional(z.enum(OFFERING_STATES, { error: 'invalid_input' }));
const ApplicationState = z.optional(z.enum(APPLICATION_STATES, { error: 'invalid_input' }));

/** The block windows of a market day, "08:45" to "09:00", and whether one is on now. */
const blockWindows = {
  windows: z.array(z.object({ name: z.enum(['morning', 'afternoon']), from: z.string(), to: z.string() })),
  windowOpen: z.boolean(),
};

export const offeringCalls = {
  newStocks: call({
    path: '/app/market/getTbNewStock',
    method: 'POST',
    access: 'guest',
    doc: 'New stocks: issues and placements, those that can be subscribed first. Blocks have a call of their own.',
    body: { kind: z.optional(Kind), state: State, id: z.optional(IdIn), ...Page },
    data: listOf(Offering),
    refusals: [],
  }),
  subscribe: call({
    path: '/app/market/buyTbNewStock',
    method: 'POST',
    access: 'member',
    doc: 'Applies for lots of an offering, one application per member. The amount is blocked, as in ASBA (of a placement a quarter of it), and nothing is paid before allotment. A block is first come, and is decided by the own limits as an order is.',
    body: {
      id: IdIn,
      lots: Lots,
      accessKey: z.optional(AccessKey),
      transactionPassword: z.optional(TransactionPassword),
      requestId: RequestId,
    },
    data: WithReceipt,
    refusals: [
      ...password,
      'unknown_offering',
      'offering_not_open',
      'access_key_required',
      'access_key_wrong',
      'access_key_paused',
      ...lots,
      'already_subscribed',
      'lots_not_left',
      ...OWN_LIMIT_REFUSALS,
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
  }),
  reviseSubscription: call({
    path: '/app/market/reviseSubscription',
    method: 'POST',
    access: 'member',
    doc: 'Changes the lots of an own application until the close; the block changes with them. Not of a block; of an SME issue never downwards.',
    body: { id: IdIn, lots: Lots, transactionPassword: z.optional(TransactionPassword), requestId: RequestId },
    data: WithReceipt,
    refusals: [...password, 'unknown_application', 'application_final', ...lots, 'insufficient_funds', ...repeated],
    movesMoney: true,
    specified: false,
  }),
  cancelSubscription: call({
    path: '/app/market/cancelSubscription/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Takes back an own application until the close; everything blocked is released. Repeatable. Not of a block, nor of an SME issue.',
    body: { id: IdIn, transactionPassword: z.optional(TransactionPassword) },
    data: WithReceiptIfAny,
    refusals: [...password, 'unknown_application', 'application_final'],
    specified: false,
  }),
  subscriptions: call({
    path: '/app/market/getBuyTbNewStockData',
    method: 'POST',
    access: 'member',
    doc: 'Own applications, newest first.',
    body: { kind: z.optional(Kind), state: ApplicationState, id: z.optional(IdIn), ...Page },
    data: listOf(Application),
    refusals: [],
  }),
  signSubscription: call({
    path: '/app/market/subscription/{id}',
    method: 'GET',
    access: 'member',
    doc: 'Signs an allotment: what is blocked is paid, of a placement together with the unpaid amount. Needs a transaction password that the session remembers (rememberTransactionPassword): an address carries none.',
    body: { id: IdIn },
    data: WithReceipt,
    refusals: [
      'transaction_password_required',
      'unknown_application',
      'already_signed',
      'nothing_allotted',
      'signing_window_over',
      'insufficient_funds',
    ],
  }),
  blockTrades: call({
    path: '/app/market/getBuyLargetData',
    method: 'POST',
    access: 'member',
    doc: 'Block trades: what is offered (scope `offers`, the default), terms hidden until the access key has been entered, or own applications (`records`).',
    body: {
      scope: z.optional(z.enum(['offers', 'records'], { error: 'invalid_input' })),
      state: z.optional(z.enum([...OFFERING_STATES, ...APPLICATION_STATES], { error: 'invalid_input' })),
      id: z.optional(IdIn),
      ...Page,
    },
    data: z.discriminatedUnion('scope', [
      z.extend(listOf(Offering), { scope: z.literal('offers'), ...blockWindows }),
      z.extend(listOf(Application), { scope: z.literal('records'), ...blockWindows }),
    ]),
    refusals: [],
  }),
  checkAccessKey: call({
    path: '/app/market/validBlock',
    method: 'POST',
    access: 'member',
    doc: 'Checks the access key of a block or of a private placement, and answers with its terms. Five wrong keys pause the offering for this member.',
    body: { id: IdIn, accessKey: AccessKey },
    data: z.object({ valid: z.literal(true), terms: Offering, expiresAt: Instant }),
    refusals: ['unknown_offering', 'access_key_wrong', 'access_key_paused'],
  }),
  drawProof: call({
    path: '/app/market/newStockProof/{id}',
    method: 'POST',
    access: 'guest',
    doc: 'Everything needed to run the draw of an offering again. Before the close without seed and without the applications of others. `head`: without the list and the allotment, for a page that waits.',
    body: { id: IdIn, part: z.optional(z.enum(['all', 'head'], { error: 'invalid_input' })) },
    data: DrawProofData,
    refusals: ['unknown_offering'],
    specified: false,
  }),
};
