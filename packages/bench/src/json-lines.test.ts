import { readUniverse } from '@khara/universe/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerLine, lineMarketOf } from './json-lines.ts';

const universe = readUniverse();
const OPTIONS = ['shares', 'days', 'seed', 'start', 'cash', 'limit', 'depth', 'daySeconds', 'from', 'reward', 'agents'];
const SHORT = { agents: ['a'], shares: 1, daySeconds: 30 };

type Answer = {
  readonly error?: { readonly reason: string; readonly message: string };
  readonly agents?: unknown;
  readonly codes?: readonly string[];
};

/** Answers lines of one program, as they are or of what they hold. */
function open(): (request: unknown) => Answer {
  const market = lineMarketOf(universe);
  return (request) =>
    JSON.parse(answerLine(market, typeof request === 'string' ? request : JSON.stringify(request))) as Answer;
}

describe('lines of a program', () => {
  it('make a market, whose shares they hear, begin an episode and step it', () => {
    const ask = open();
    expect(ask({ make: SHORT })).toMatchObject({ agents: ['a'], codes: ['AAMRAI'] });
    expect(ask({ reset: { seed: 'one' } })).toMatchObject({ agents: { a: { observation: { clock: { step: 0 } } } } });
    expect(ask({ step: { a: [] }, steps: 3 })).toMatchObject({
      agents: { a: { observation: { clock: { step: 3 } } } },
    });
    expect(ask({ company: 'AAMRAI' })).toMatchObject({ company: { business: 'other' } });
    expect(ask({ screen: '' })).toMatchObject({ screen: { total: 1 } });
    expect(ask({ step: {}, until: 'event' })).toMatchObject({ agents: { a: { truncated: true } } });
  });

  it.each([
    ['no JSON', 'request_invalid'],
    ['[]', 'request_invalid'],
    ['{}', 'request_invalid'],
    ['{"reset":{}}', 'episode_over'],
    ['{"step":{}}', 'episode_over'],
    ['{"company":"AAMRAI"}', 'episode_over'],
    ['{"screen":""}', 'episode_over'],
    ['{"make":{"shares":1}}', 'agents_invalid'],
    ['{"make":{"agents":["a"],"reward":"cash"}}', 'reward_invalid'],
    ['{"make":{"agents":["a"],"speed":2}}', 'unknown_option'],
  ])('are answered %s with %s, before there is a market', (line, reason) => {
    expect(open()(line).error?.reason).toBe(reason);
  });

  it.each([
    [{ step: { b: [] } }, 'actions_invalid'],
    [{ step: { a: 'buy' } }, 'actions_invalid'],
    [{ step: { a: [] }, steps: 0 }, 'span_invalid'],
    [{ step: { a: [] }, steps: '3' }, 'span_invalid'],
    [{ step: { a: [] }, until: 'noon' }, 'span_invalid'],
    [{ reset: { seed: [] } }, 'seed_invalid'],
    [{ company: 'ACHALGARH' }, 'unknown_code'],
    [{ company: {} }, 'unknown_code'],
    [{ company: { toString: 1 } }, 'unknown_code'],
    [{ screen: 'pe=cheap' }, 'conditions_invalid'],
    [{ screen: null }, 'conditions_invalid'],
  ])('are answered %o with %s, and the market goes on', (request, reason) => {
    const ask = open();
    ask({ make: SHORT });
    ask({ reset: {} });
    expect(ask(request).error?.reason).toBe(reason);
    expect(ask({ step: { a: [] } }).error).toBeUndefined();
  });

  it('are never more than an error, whatever is in them', () => {
    const ask = open();
    ask({ make: SHORT });
    ask({ reset: {} });
    const options = fc.dictionary(fc.constantFrom(...OPTIONS), fc.jsonValue());
    const actions = fc.dictionary(
      fc.constantFrom('code', 'side', 'quantity', 'type', 'price', 'cancel'),
      fc.jsonValue(),
    );
    const request = fc.oneof(
      fc.record({ make: fc.oneof(options, fc.jsonValue()) }),
      fc.record({ reset: fc.oneof(options, fc.jsonValue()) }),
      fc.record({ company: fc.jsonValue() }),
      fc.record({ screen: fc.jsonValue() }),
      fc.record({ step: fc.oneof(fc.record({ a: fc.array(actions) }), fc.jsonValue()), steps: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(request, (asked) => {
        const { error } = ask(asked);
        if (error) expect(error.reason).toMatch(/^[a-z_]+$/);
        // Days of days are no part of it.
        if (!error && 'make' in asked) ask({ make: SHORT });
      }),
      { numRuns: 300 },
    );
  });
});
