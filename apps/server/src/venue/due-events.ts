import { ARTICLE_AFTER_STEPS, type CompanyNews, type ResultsDraw } from '@khara/exchange';
import {
  drawChance,
  instantOfStep,
  marketTimeText,
  type DayInputs,
  type NewsEvent,
  type TradingDay,
} from '@khara/market-day';
import type { ScheduledEvent, ToldResults } from '#src/ports/exchange.ts';

/** What a company publishes on the day, by its code and what chance has in store for it. */
export type ResultsOf = (code: string, draw: ResultsDraw) => Promise<ToldResults>;

/** The scheduled events after one step and up to the day's own, in the order in which their commands are asked for. */
export function dueEvents(day: TradingDay, since: number, resultsOf: ResultsOf): readonly ScheduledEvent[] {
  const { phases, inputs, step, news, isOver } = day;
  const { plan, marketDay, marketDate } = inputs;
  const { schedule } = phases;
  return (
    [
      [{ kind: 'block_window' }, schedule.blocksMorning],
      // Before anything trades, so that no order can be there first.
      [{ kind: 'offers' }, schedule.preopen],
      [{ kind: 'pre_open' }, schedule.preopen],
      [{ kind: 'block_window' }, schedule.blocksAfternoon],
      [{ kind: 'square_off_auctioned' }, schedule.squareOffAuctioned],
      [{ kind: 'square_off_others' }, schedule.squareOffOthers],
      [
        { kind: 'pay_out', chance: (question: string, whole: number) => drawChance(inputs.seed, question, whole) },
        schedule.payOut,
      ],
      // What a pause left out to the end of the day is no news any more; an article follows whatever
      // participants heard.
      ...(isOver ? [] : news).map((one) => [{ kind: 'news', news: newsEvent(day, one) }, one.step] as const),
      ...news.map((one) => {
        const told = newsEvent(day, one);
        const draw = one.results;
        const results = draw && (() => resultsOf(told.code, draw));
        return [{ kind: 'article', news: told, results }, articleStep(one, inputs)] as const;
      }),
      [{ kind: 'day_over' }, plan.steps],
    ] as const
  )
    .filter(([, at]) => at > since && at <= step)
    .map(([event, at]) => {
      const marketTime = marketTimeText(instantOfStep(plan, marketDate, at));
      return { ...event, marketDay, marketDate, marketTime };
    });
}

/** Makers have had their chance when an article shows; in a very short day it shows before the day ends. */
const articleStep = ({ step }: CompanyNews, { plan }: DayInputs): number =>
  Math.min(step + ARTICLE_AFTER_STEPS, plan.steps);

const newsEvent = ({ spec }: TradingDay, { instrument, about, bps, figure }: CompanyNews): NewsEvent => ({
  code: spec.instruments[instrument]!.code,
  about,
  bps,
  figure,
});
