/**
 * Rules of the Indian cash market as data and pure functions. The sources cited by key are listed in docs/sources.md.
 */
export * from './auction.ts';
export * from './bands.ts';
export * from './breaker.ts';
export * from './buyback.ts';
export * from './capital-gains.ts';
export * from './demerger.ts';
export * from './calendar.ts';
export * from './corporate-actions.ts';
export * from './days.ts';
export * from './nickname.ts';
export * from './plain-text.ts';
export * from './practice.ts';
export * from './funds.ts';
export * from './growth.ts';
export * from './identifiers.ts';
export * from './limit-protection.ts';
export * from './margin.ts';
export * from './order-change.ts';
export * from './order-checks.ts';
export * from './regular-dates.ts';
export * from './results.ts';
export * from './rights-issue.ts';
export * from './screen.ts';
export * from './series.ts';
export * from './short-delivery.ts';
export * from './session.ts';
export * from './speculation.ts';
export * from './surveillance.ts';
export * from './ticks.ts';
