import type { Day } from '@khara/rules';
import { releaseHold, type EntryHead } from '#modules/ledger/index.ts';
import type { Buyback, HolderOffer, OfferOutcome, RightsIssue } from '#modules/market/index.ts';
import { toChanges, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { makeLots } from '#modules/portfolio/index.ts';
import { lockUsers } from '#modules/orders/index.ts';
import * as store from './offer-store.ts';

export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keys' | 'market' | 'pushes' | 'log'>;
export type MarketDay = { readonly marketDay: number; readonly marketDate: Day };

/** An offer whose result is due. */
export type Settling<Kind extends 'rights' | 'buyback'> = {
  readonly offer: HolderOffer;
  readonly terms: Extract<RightsIssue | Buyback, { kind: Kind }>;
  readonly outcome: Extract<OfferOutcome, { kind: Kind }>;
  readonly day: MarketDay;
};

/** Locks the member and makes lots up to now; false when the application was settled meanwhile. */
export async function begin(tx: Tx, { id, userId, actionId }: store.OfferApplication): Promise<boolean> {
  await lockUsers(tx, [userId]);
  const open = await store.openApplication(tx, actionId, userId);
  if (open?.id !== id) return false;
  await makeLots(tx, [userId]);
  return true;
}

/** Frees what an application blocked and the offer did not take. */
export const release = async (tx: Tx, head: EntryHead, hold: string): Promise<void> => {
  must(await releaseHold(tx, { ...head, hold }));
};

/** Throws when the ledger refuses: what an offer gives was blocked before, so a refusal is a defect of ours. */
export function must(answer: { readonly refused?: string | undefined }): void {
  if (answer.refused !== undefined) throw new Error(`the ledger refuses what an offer gives, for ${answer.refused}`);
}

/** After the transaction: the member's pages show the notice, positions and wallet as they are now. */
export function tell(deps: SettleDeps, userId: string, sent: SentNotice): void {
  deps.pushes.changed([{ userId, kind: 'wallet', currency: 'INR' }, ...toChanges([sent])]);
}
