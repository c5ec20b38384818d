import { CODES, consoleCalls, type Call, type ConsoleCallName, type FileAnswer, type Refusal } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { askedBy } from '#src/kernel/asked.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  consoleHandlers,
  findSession,
  type ConsoleDeps,
  type ConsoleGuest,
  type PresentedStaff,
  type StaffCaller,
} from '#modules/console/index.ts';
import type { Result } from '#src/kernel/result.ts';
import { answerSchema } from './answer-schema.ts';
import { noSession, refusal, sessionEnded } from './envelope.ts';
import { languageOfRequest, sayRefused } from './errors.ts';
import { sendFile } from './files.ts';
import { payloadReader } from './payload.ts';

/** A handler as the routes see it: the payload has been read by the call's own schemas. */
type AnyHandler = (deps: ConsoleDeps, caller: ConsoleGuest, body: unknown) => Promise<Result<unknown, Refusal>>;

/**
 * A route for every call of the back office. Its sessions are its own: a member's token opens none of them,
 * and none of its tokens opens a member's call.
 */
export function routeConsoleCalls(app: FastifyInstance, deps: ConsoleDeps): void {
  for (const name of Object.keys(consoleCalls) as ConsoleCallName[]) {
    // One table, many types: each handler was checked against its call when it was written.
    route(app, deps, consoleCalls[name], consoleHandlers[name] as AnyHandler);
  }
}

function route(app: FastifyInstance, deps: ConsoleDeps, call: Call, handler: AnyHandler): void {
  const readPayload = payloadReader(call);
  app.route({
    method: call.method,
    url: call.path.replace('{id}', ':id'),
    schema: call.answersFile ? {} : { response: { 200: answerSchema(call) } },
    handler: async (request, reply) => {
      const language = languageOfRequest(request);
      const say = (envelope: { readonly data: unknown }): FastifyReply => sayRefused(reply, envelope);
      const guest: ConsoleGuest = { address: request.ip, language };
      let caller: ConsoleGuest | StaffCaller = guest;
      if (call.access === 'staff') {
        const found = await presented(deps, request);
        if (found.kind !== 'live') return say(found.kind === 'ended' ? sessionEnded(language) : noSession(language));
        request.userId = found.staff.number;
        caller = { ...guest, staff: found.staff, tokenHash: found.tokenHash };
      }
      const payload = readPayload(request);
      if (!payload.ok) {
        const { reason: refused, field } = payload;
        return say(refusal(language, field === undefined ? { refused } : { refused, field }));
      }
      const asker = 'staff' in caller ? `staff ${caller.staff.number}, request ${request.id}` : `request ${request.id}`;
      const result = await askedBy(asker, () => handler(deps, caller, payload.body));
      if (result.refused !== undefined) return say(refusal(language, result));
      // Its handler was checked against its call.
      if (call.answersFile) return sendFile(reply, result.value as FileAnswer);
      return { code: CODES.success, msg: textsFor(language).answers.done, data: result.value };
    },
  });
}

function presented(deps: ConsoleDeps, request: FastifyRequest): PresentedStaff | Promise<PresentedStaff> {
  const token = request.headers['token'];
  if (typeof token !== 'string') return { kind: 'unknown' };
  // A page that asks again by itself does not keep a session alive whose owner has left.
  return findSession(deps, token, { isUse: request.headers['background'] === undefined });
}
