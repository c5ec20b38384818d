import type { ActionName } from '../request-store.ts';
import type { Action } from './action.ts';
import { decisions } from './decisions.ts';
import { offerings } from './offerings.ts';
import { publications } from './publications.ts';
import { safety } from './safety.ts';

/** All that two people decide. A name of the contract that no file has does not compile. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = { ...decisions, ...publications, ...offerings, ...safety };
