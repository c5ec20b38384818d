import type { ActionName } from './request-store.ts';
import type { Action } from './action.ts';
import { decisionActions } from './decision-actions.ts';
import { marketActions } from './market-actions.ts';
import { publicationActions } from './publication-actions.ts';
import { safetyActions } from './safety-actions.ts';

/** All that two people decide. A name of the contract that no file has does not compile. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  ...decisionActions,
  ...publicationActions,
  ...marketActions,
  ...safetyActions,
};
