import {
  available,
  clearing,
  CODES,
  move,
  sharesIssued,
  taxesAndCharges,
  userOwner,
  type BatchEntry,
  type Source,
} from '#modules/ledger/index.ts';
import { shareFactor, type CorporateAction } from '#modules/market/index.ts';
import { mulDiv } from '@khara/money';
import { adjustQuantity, dividend, entitled } from '@khara/rules';
import { toAsset } from '#modules/settlement/index.ts';

/* What a corporate action gives each holder, and the entries of the ledger that give it. Pure. */

export type Holder = {
  readonly positionId: bigint;
  readonly userId: string;
  readonly quantity: number;
  /** Dividends of the company in the tax year of this payment, paid or to come. */
  readonly paidPaise: bigint;
  /** Of the shares, those that have not settled, by the day on which they will. */
  readonly due: readonly { readonly settlesOn: string; readonly shares: number }[] | undefined;
};

/** What a holder gets. */
export type HolderEntitlement = {
  readonly holder: Holder;
  readonly addedFree: number;
  readonly addedDue: readonly { readonly settlesOn: string; readonly shares: number }[];
  /** A dividend, or the money for a part of a share. */
  readonly grossPaise: bigint;
  readonly tdsPaise: bigint;
};

/**
 * Shares that a position can count: more than any holding that its member has paid for, since cheap shares
 * are not split.
 */
const MAX_SHARES = 2 ** 31 - 1;

/**
 * The largest holding that an action can be applied to. A larger one was written by hand, and keeps no other waiting.
 */
export function maxHeld({ terms }: Pick<CorporateAction, 'terms'>): number {
  if (terms.kind !== 'split' && terms.kind !== 'bonus') return MAX_SHARES;
  const { numerator, denominator } = shareFactor(terms);
  return Math.floor((MAX_SHARES * denominator) / numerator);
}

export function giveTo(holder: Holder, { terms }: CorporateAction, exPaise: bigint): HolderEntitlement {
  const { quantity, paidPaise: paidThisYearPaise } = holder;
  if (terms.kind === 'dividend') {
    const perSharePaise = BigInt(terms.perSharePaise);
    const paid = dividend({ quantity, perSharePaise, paidThisYearPaise, day: terms.paysOn });
    return { holder, addedFree: 0, addedDue: [], grossPaise: paid.grossPaise, tdsPaise: paid.tdsPaise };
  }
  if (terms.kind === 'buyback') return { holder, addedFree: 0, addedDue: [], grossPaise: 0n, tdsPaise: 0n };
  if (terms.kind === 'rights') {
    const { entitlements } = entitled(quantity, terms);
    return { holder, addedFree: entitlements, addedDue: [], grossPaise: 0n, tdsPaise: 0n };
  }
  if (terms.kind === 'demerger') {
    // A part of a share is paid for later.
    const added = Math.floor((quantity * terms.a) / terms.b);
    return { holder, addedFree: added, addedDue: [], grossPaise: 0n, tdsPaise: 0n };
  }
  const factor = shareFactor(terms);
  const whole = adjustQuantity(quantity, factor);
  // New shares of what has not settled settle with it; whole ones only, the rest comes free.
  const addedDue = (holder.due ?? []).map(({ settlesOn, shares }) => ({
    settlesOn,
    shares: adjustQuantity(shares, factor).quantity - shares,
  }));
  const added = whole.quantity - quantity;
  const addedFree = addedDue.reduce((left, { shares }) => left - shares, added);
  const { numerator, denominator } = whole.fraction;
  const grossPaise = mulDiv(exPaise, BigInt(numerator), BigInt(denominator), 'half_up');
  return { holder, addedFree, addedDue: addedDue.filter(({ shares }) => shares > 0), grossPaise, tdsPaise: 0n };
}

/** All the shares that a holder gets. */
export const addedTo = ({ addedFree, addedDue }: HolderEntitlement): number =>
  addedDue.reduce((sum, { shares }) => sum + shares, addedFree);

/**
 * The sources and the entries of what these holders get, in their order. A dividend has its source on the ex-date, and
 * its entry (`dividendEntry`) on the day on which it is paid.
 */
export function makeEntries(
  given: readonly HolderEntitlement[],
  {
    action,
    asset,
    marketDate,
  }: { readonly action: CorporateAction; readonly asset: string; readonly marketDate: string },
): { readonly sources: readonly Source[]; readonly entries: readonly BatchEntry[] } {
  const isin = toAsset({ asset }).slice(3);
  const sources: Source[] = [];
  const entries: BatchEntry[] = [];
  for (const { holder, addedFree, addedDue, grossPaise } of given) {
    const owner = userOwner(holder.userId);
    const head = { ref: `${action.id}/${holder.userId}`, actor: 'system', marketDate } as const;
    const dueShares = addedDue.reduce((sum, { shares }) => sum + shares, 0);
    const added = BigInt(addedFree + dueShares);
    if (added > 0n) {
      const id = head.ref;
      sources.push({
        type: 'corporate_action',
        id,
        purpose: 'corporate_credit',
        owner,
        asset: toAsset({ asset }),
        amount: added,
      });
      const account = { owner, asset: toAsset({ asset }) };
      entries.push({
        ...head,
        kind: 'corporate_credit',
        lines: [
          move(sharesIssued(isin), -added),
          move({ ...account, code: CODES.freeShares }, BigInt(addedFree)),
          move({ ...account, code: CODES.unsettledShares }, BigInt(dueShares)),
        ].filter(({ amount }) => amount !== 0n),
      });
    }
    if (grossPaise > 0n) {
      const purpose = action.terms.kind === 'dividend' ? 'dividend' : 'share_part';
      sources.push({ type: 'dividend', id: head.ref, purpose, owner, asset: 'INR', amount: grossPaise });
      if (purpose === 'share_part') entries.push(partEntry({ ...head, userId: holder.userId, paise: grossPaise }));
    }
  }
  return { sources, entries };
}

/** What a company pays in money reaches its holder's wallet, less the tax deducted. */
export const dividendEntry = ({
  ref,
  marketDate,
  userId,
  grossPaise,
  tdsPaise,
}: {
  /** The action and the holder. */
  readonly ref: string;
  readonly marketDate: string;
  readonly userId: string;
  readonly grossPaise: bigint;
  readonly tdsPaise: bigint;
}): BatchEntry => ({
  ref,
  actor: 'system',
  marketDate,
  kind: 'dividend',
  lines: [
    move(clearing(), -grossPaise),
    move(available(userId), grossPaise - tdsPaise),
    move(taxesAndCharges, tdsPaise),
  ].filter(({ amount }) => amount !== 0n),
});

/** Cash for a part of a share reaches its holder's wallet: it is sold, and no dividend. */
export const partEntry = ({
  ref,
  marketDate,
  userId,
  paise,
}: {
  /** The action and the holder. */
  readonly ref: string;
  readonly marketDate: string;
  readonly userId: string;
  readonly paise: bigint;
}): BatchEntry => ({
  ref,
  actor: 'system',
  marketDate,
  kind: 'share_part',
  lines: [move(clearing(), -paise), move(available(userId), paise)],
});
