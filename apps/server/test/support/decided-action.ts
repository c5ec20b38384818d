import type { ActionTerms, CorporateAction } from '#modules/market/index.ts';

/** What a company has decided: an action of a share on an ex-date. */
export const decidedAction = (code: string, exDate: string, terms: ActionTerms): CorporateAction => ({
  id: `${code}-${exDate}`,
  code,
  exDate,
  announcedOn: '2026-01-01',
  terms,
});
