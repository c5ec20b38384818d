import { reviewStage } from '@khara/rules';
import { isCompany, ownBandOf, type Issuer } from '@khara/universe';

/** What stages of surveillance follow from, beside the issuers of the day that ended. */
export type StageReview = {
  /** The day that begins. */
  readonly marketDay: number;
  /** Of the day that ended. */
  readonly earlier: readonly Pick<Issuer, 'code' | 'surveillance'>[];
  /** Official closes in paise, oldest first, on the side of splits and bonuses on which the day begins. */
  readonly closes: ReadonlyMap<string, readonly number[]>;
};

/** Whether stages are given to a share: those with derivatives have none, and other securities than companies'. */
export const isReviewed = (issuer: Issuer): boolean => ownBandOf(issuer) !== undefined && isCompany(issuer);

/**
 * The issuers of a market day, each in the stage of surveillance that the market's closes give it. The universe's
 * file decides for a new share, and after a day from before stages were kept.
 */
export function withStages(issuers: readonly Issuer[], { marketDay, earlier, closes }: StageReview): readonly Issuer[] {
  const before = new Map(earlier.map(({ code, surveillance }) => [code, surveillance]));
  const isFirst = [...before.values()].every((surveillance) => surveillance === undefined);
  return issuers.map((issuer) => {
    if (!isReviewed(issuer)) return issuer;
    const { surveillance: written, ...rest } = issuer;
    const was = before.get(issuer.code);
    if (written !== undefined && (isFirst || !before.has(issuer.code)))
      return { ...rest, surveillance: { ...written, since: marketDay } };
    const stage = was?.stage ?? undefined;
    const days = marketDay - (was?.since ?? marketDay);
    const next = reviewStage({ stage, days }, closes.get(issuer.code) ?? []);
    const surveillance = next === stage ? was : { stage: next ?? null, since: marketDay };
    return { ...rest, ...(surveillance && { surveillance }) };
  });
}
