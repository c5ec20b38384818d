import { sha256Hex } from './sha256.ts';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { FactorState } from '@khara/exchange';
import type { Day, Ratio } from '@khara/rules';
import type { Index, Issuer } from '@khara/universe';
import { type DayInputs, ENGINE, type PreviousClose } from './day-inputs.ts';
import { planWith, type Profile } from './market-clock.ts';
import { type ClosedSession, headText, ORDER_LOG, OWN_NUMBERS } from './order-log.ts';
import type { TradingDay } from './trading-day.ts';

/**
 * The first line of a day's order log: everything that the day depends on besides the members' commands, as plain JSON.
 */
export type OrderLogHead = {
  readonly format: string;
  readonly marketDay: number;
  readonly marketDate: Day;
  readonly profile: Profile;
  readonly steps: number;
  readonly firstStep: number;
  readonly engine: string;
  /** Hexadecimal; its SHA-256 was in the log before the day began. */
  readonly seed: string;
  /** Steps that were left out, as the nse profile does while its server is down: from where to where. */
  readonly leftOut: readonly (readonly [number, number])[];
  readonly issuers: readonly Issuer[];
  readonly indices: readonly Index[];
  readonly before: readonly (readonly [string, PreviousClose])[];
  readonly participants: FactorState | null;
  readonly shareFactors: readonly (readonly [string, Ratio])[];
};

/** As it is kept: with the day's closing record, which is the log's last line. */
export type KeptHead = OrderLogHead & { readonly closing: ClosedSession };

/** The hash of a head for its closing record, which it does not have yet. */
export const headHash = (head: OrderLogHead): string => sha256Hex(headText(head));

export function buildHead(day: TradingDay): OrderLogHead {
  const { inputs, written, leftOut } = day;
  return {
    format: ORDER_LOG,
    marketDay: inputs.marketDay,
    marketDate: inputs.marketDate,
    profile: inputs.plan.profile,
    steps: inputs.plan.steps,
    firstStep: inputs.firstStep,
    engine: ENGINE,
    seed: bytesToHex(inputs.seed),
    leftOut,
    issuers: written.issuers,
    indices: written.indices,
    before: [...inputs.before],
    participants: inputs.participants ?? null,
    shareFactors: [...(inputs.shareFactors ?? [])],
  };
}

/**
 * The inputs of a day that is played again from its log: orders have the log's numbers, `accounts` its names in turn.
 */
export const inputsOfHead = (head: OrderLogHead, accounts: readonly string[]): DayInputs => ({
  marketDay: head.marketDay,
  marketDate: head.marketDate,
  plan: planWith(head.profile, head.steps),
  firstStep: head.firstStep,
  seed: hexToBytes(head.seed),
  before: new Map(head.before),
  participants: head.participants ?? undefined,
  shareFactors: new Map(head.shareFactors),
  names: { ...OWN_NUMBERS, account: (key) => accounts[key - 1] ?? String(key) },
});
