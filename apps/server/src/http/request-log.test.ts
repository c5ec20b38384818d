import fastify from 'fastify';
import { expect, it } from 'vitest';
import { logRequests } from './request-log.ts';

type Line = { readonly call: string; readonly msg: string; readonly userId?: string; readonly count?: number };

it('has a line for each refusal, error and movement of money, and counts what else goes well', async () => {
  const lines: Line[] = [];
  const stream = { write: (text: string) => void lines.push(JSON.parse(text) as Line) };
  const app = fastify({ logger: { level: 'info', stream }, disableRequestLogging: true });
  logRequests(app);
  const calls = [
    ['marketList', 200],
    ['marketList', 200],
    ['marketList', 200],
    ['placeBuyOrder', 200],
    ['placeBuyOrder', 200],
    ['submitWithdrawal', 200],
    ['submitWithdrawal', 200],
    ['signIn', 'credentials_invalid'],
    ['signIn', 'credentials_invalid'],
    ['marketList', 503],
  ] as const;
  app.get('/:at', { config: {} }, (request, reply) => {
    const [name, came] = calls[Number((request.params as { at: string }).at)]!;
    request.call = name;
    request.userId = 'M1';
    if (typeof came === 'string') request.refused = came;
    else reply.code(came);
    return '';
  });
  for (const at of calls.keys()) await app.inject(`/${at}`);
  await app.close();
  const said = (msg: string) => lines.filter((line) => line.msg === msg).map(({ call, count }) => [call, count]);
  expect(said('answered').map(([call]) => call)).toEqual([
    'marketList',
    'placeBuyOrder',
    'submitWithdrawal',
    'submitWithdrawal',
    'signIn',
    'signIn',
    'marketList',
  ]);
  expect(said('answered more')).toEqual([
    ['marketList', 2],
    ['placeBuyOrder', 1],
  ]);
});
