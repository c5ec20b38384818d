import { calls, type Call, type CallName, type FileAnswer, type Language, type Refusal } from '@khara/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { askedBy } from '#src/kernel/asked.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest, Handlers } from '#src/kernel/call-handler.ts';
import type { Member } from '#src/kernel/member.ts';
import type { PresentedToken } from '#src/ports/sessions.ts';
import type { Result } from '#src/kernel/result.ts';
import { answerSchema } from './answer-schema.ts';
import { moneyStopped, noSession, refusal, sessionEnded, success } from './envelope.ts';
import { failRequest, languageOfRequest, saysLanguage, sayRefused } from './errors.ts';
import { acceptUploads, readUpload, sendFile } from './files.ts';
import { payloadReader } from './payload.ts';
import type { ServerState } from './state.ts';

/** A handler as the routes see it, whatever its call: the payload has been read by the call's own schemas. */
type AnyHandler = (
  deps: Deps,
  caller: Guest,
  body: unknown,
) => Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call in the call table. */
    readonly call?: CallName;
  }
  interface FastifyRequest {
    /** The call that answers it; undefined of what got no further than a hook, see `requestCall`. */
    call: CallName | undefined;
    /** Who is signed in, for the log line. */
    userId: string | undefined;
    /**
     * Why the call was refused, for the log line: a wrong password, a missing session, a field that is not
     * what it should be.
     */
    refused: string | undefined;
  }
}

/** What is answered instead of a call's data. */
type RefusalAnswer = { readonly code: number; readonly data: unknown };
const refusalReason = ({ code, data }: RefusalAnswer): string => {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined;
  return typeof reason === 'string' ? reason : String(code);
};

/**
 * A route for every call of the table that has a handler. Those that take a file stand apart: reading
 * multipart forms has hooks that others need not run.
 */
export async function routeCalls(
  app: FastifyInstance,
  deps: Deps,
  handlers: Partial<Handlers>,
  state: ServerState,
): Promise<void> {
  const route = (scope: FastifyInstance, isWanted: (call: Call) => boolean) => {
    for (const name of Object.keys(calls) as CallName[]) {
      // One table, many types: each handler was checked against its call when it was written.
      const handler = handlers[name] as AnyHandler | undefined;
      if (handler && isWanted(calls[name])) routeCall(scope, { deps, name, call: calls[name], handler, state });
    }
  };
  route(app, ({ takesFile }) => !takesFile);
  await app.register(async (uploads) => {
    await acceptUploads(uploads);
    route(uploads, ({ takesFile }) => takesFile);
  });
}

type Route = {
  readonly deps: Deps;
  readonly name: CallName;
  readonly call: Call;
  readonly handler: AnyHandler;
  readonly state: ServerState;
};

function routeCall(app: FastifyInstance, { deps, name, call, handler, state }: Route): void {
  const readPayload = payloadReader(call);
  const isMembers = call.access === 'member';
  app.route({
    method: call.method,
    url: call.path.replace('{id}', ':id'),
    config: { call: name },
    schema: call.answersFile ? {} : { response: { 200: answerSchema(call) } },
    handler: async (request, reply) => {
      request.call = name;
      const language = languageOfRequest(request);
      // A refusal's data is not the call's data.
      const say = (envelope: RefusalAnswer): FastifyReply => {
        request.refused = refusalReason(envelope);
        return sayRefused(reply, envelope);
      };

      if (call.movesMoney && state.closing) {
        return failRequest(request, reply, { status: 503, reason: 'maintenance', afterSeconds: 5 });
      }
      const stopped = call.movesMoney ? state.moneyStopped() : undefined;
      if (stopped) return say(moneyStopped(language, stopped));
      // Most answers come from memory: waiting for what is there already would be a turn of the loop for nothing.
      const found = presented(deps, request);
      const member = found instanceof Promise ? await found : found;
      if (isMembers) {
        if (member.kind === 'unknown') return say(noSession(language));
        if (member.kind === 'ended') return say(sessionEnded(language, member.why));
        if (call.method === 'GET' && comesFromElsewhere(request, deps)) {
          return say(refusal(language, { refused: 'invalid_input' }));
        }
      }
      if (call.keptOnly && member.kind === 'live' && member.member.deviceOnly) {
        return say(refusal(language, { refused: 'account_not_kept' }));
      }
      const { query, params } = request;
      const upload = call.takesFile ? await readUpload(request) : undefined;
      if (upload && 'refused' in upload) return say(refusal(language, { ...upload, field: 'file' }));
      const payload = readPayload(upload ? { body: upload.fields, query, params } : request);
      if (!payload.ok) {
        const { reason: refused, field } = payload;
        return say(refusal(language, field === undefined ? { refused } : { refused, field }));
      }

      const caller = new RequestCaller(
        deps,
        request,
        language,
        member.kind === 'live' ? signedIn(request, member.member) : undefined,
      );
      // What only reads writes no record.
      const answer =
        call.method === 'GET'
          ? handler(deps, caller, payload.body)
          : askedBy(describeAsker(request, member), () => handler(deps, caller, payload.body));
      const result = answer instanceof Promise ? await answer : answer;
      if (result.refused !== undefined) return say(refusal(language, result));
      // The call's handler was checked against its call.
      if (call.answersFile) return sendFile(reply, result.value as FileAnswer);
      return success(name, language, result.value);
    },
  });
}

/** Who asks, as the signature of a record names them: the request is a line of the server's log. */
const describeAsker = ({ id }: FastifyRequest, found: PresentedToken): string =>
  found.kind === 'live' ? `session ${found.member.sessionId}, request ${id}` : `request ${id}`;

/**
 * A caller as their request shows them. What few calls ask for is worked out when it is asked for. A class,
 * since getters of an object that is made for each request are a shape of its own to the engine: it keeps
 * that, and with it the whole request, until the next full collection.
 */
class RequestCaller implements Guest {
  readonly member: Member | undefined;
  readonly language: Language;
  readonly #deps: Deps;
  readonly #request: FastifyRequest;

  constructor(deps: Deps, request: FastifyRequest, language: Language, member: Member | undefined) {
    this.member = member;
    this.language = language;
    this.#deps = deps;
    this.#request = request;
  }

  get address(): string {
    return this.#request.ip;
  }

  get device(): string | undefined {
    return readHeader(this.#request, 'device');
  }

  get userAgent(): string {
    return readHeader(this.#request, 'user-agent') ?? '';
  }

  get origin(): string | undefined {
    return ownOrigin(this.#request, this.#deps);
  }

  get cacheBuster(): string | undefined {
    return (this.#request.query as { r?: string }).r; // the query parser gives texts
  }
}

const UNKNOWN: PresentedToken = { kind: 'unknown' };

function presented(deps: Deps, request: FastifyRequest): PresentedToken | Promise<PresentedToken> {
  const token = readHeader(request, 'token');
  return token === undefined || token === ''
    ? UNKNOWN
    : deps.sessions.find(token, saysLanguage(request) ? languageOfRequest(request) : undefined);
}

function signedIn(request: FastifyRequest, member: Member): Member {
  request.userId = member.userId;
  return member;
}

/**
 * A GET that changes something must not be started by another site's page, or by a browser that guesses where
 * its user goes next.
 */
function comesFromElsewhere(request: FastifyRequest, deps: Deps): boolean {
  const purpose = readHeader(request, 'sec-purpose') ?? readHeader(request, 'purpose') ?? '';
  if (purpose.includes('prefetch')) return true;
  if (readHeader(request, 'sec-fetch-site') !== 'cross-site') return false;
  return !deps.config.PUBLIC_ORIGINS.includes(readHeader(request, 'origin') ?? '');
}

/** The page's origin, where the browser names one that is ours: the host it called, or one of PUBLIC_ORIGINS. */
function ownOrigin(request: FastifyRequest, { config }: Deps): string | undefined {
  const origin = readHeader(request, 'origin');
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  return new URL(origin).host === request.host || config.PUBLIC_ORIGINS.includes(origin) ? origin : undefined;
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
