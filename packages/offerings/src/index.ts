/**
 * What the primary market offers, when, and who else applies: the calendar of offerings, the model of
 * simulated demand, the windows on the market clock, and the prices. Pure; docs/offerings.md explains it to
 * readers. The draw itself is packages/lottery.
 */
export * from './calendar.ts';
export * from './demand.ts';
export * from './draw-job.ts';
export * from './instrument-number.ts';
export * from './issuer.ts';
export * from './lock-in.ts';
export * from './market-stamp.ts';
export * from './offer.ts';
export * from './prices.ts';
export * from './proposal.ts';
export * from './recount.ts';
export * from './units.ts';
export * from './windows.ts';
