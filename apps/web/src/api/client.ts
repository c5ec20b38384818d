import type { CallName, Data, Payload, ServerMessage } from '@khara/contract';
import { QueryClient, type Query, type QueryKey } from '@tanstack/react-query';
import table from 'virtual:call-table';
import { base } from './base.ts';
import { CallFailed, toFailure, type Failure, type Result } from './failure.ts';
import { setFeedState } from './feed.ts';
import { currentLanguage, languageCode } from '#lib/language.ts';
import { heard, setMarket, useMarketClock } from './market-clock.ts';
import { messageText } from './messages.ts';
import {
  AFTER_MONEY,
  AFTER_NOTICE,
  AFTER_POSITION,
  AFTER_SUPPORT,
  AFTER_WATCH,
  afterChangeOfOrder,
} from './query-keys.ts';
import { createQuoteHooks, createQuoteStore } from './quotes.ts';
import { forgetSession, useSession, whoIsSignedIn } from './session.ts';
import { createSocket } from './socket.ts';
import { inFrame } from './frame-queue.ts';
import { createTransport, type CallOptions } from './transport.ts';

/**
 * The app's one client: transport, query cache, socket and quote store, put together. Everything else imports
 * from here.
 */

const transport = createTransport({
  table,
  base,
  say: messageText,
  headers() {
    const { token, device } = useSession.getState();
    return { lang: languageCode(currentLanguage()), token, ...(device && { device }) };
  },
});

/**
 * What the shell does when a session is found to be over: it says so and shows the login page. Set once, by the shell.
 */
type SessionEnd = {
  readonly message: string;
  /** Of a practice account, which no password opens. */
  readonly wasPractice: boolean;
};
type SessionEndListener = (end: SessionEnd) => void;
let onSessionOver: SessionEndListener = (end) => (unsaid = end);
/** A session that was over before the shell stood is announced when it does. */
let unsaid: SessionEnd | undefined;
export function whenSessionOver(handler: SessionEndListener): void {
  onSessionOver = handler;
  if (unsaid !== undefined) handler(unsaid);
  unsaid = undefined;
}

/**
 * Opens the session of a practice account again, or calls `leave`. `message`: why it ended. Set once, by what starts
 * the app.
 */
type Reopen = (leave: () => void, message: string) => void;
let reopen: Reopen | undefined;
export const whenPracticeOver = (handler: Reopen): void => void (reopen = handler);

function endSession(message: string) {
  const wasPractice = useSession.getState().userInfo?.deviceOnly === true;
  const leave = (): void => {
    forgetSession();
    onSessionOver({ message, wasPractice });
  };
  if (reopen && wasPractice) reopen(leave, message);
  else leave();
}

/** The line says that the session is over: the next answer says why. */
async function hearWhyItEnded(): Promise<void> {
  const { token } = useSession.getState();
  const result = await call('userDetail');
  if (isOver(result)) return; // announced, with its reason
  if (useSession.getState().token === token && token !== '') endSession(messageText('sessionEnded'));
}

/** Gets each answer to a member: for the receipts in it. Set once, by what runs beside the pages. */
let onAnswer: (owner: string, data: unknown) => void = () => {};
export const whenAnswered = (handler: typeof onAnswer): void => {
  onAnswer = handler;
};

/** Makes a call. 401 and 2001 end the session here; every other failure is the caller's to show. */
export async function call<N extends CallName>(
  name: N,
  payload?: Payload<N>,
  options?: CallOptions,
): Promise<Result<Data<N>>> {
  const { token } = useSession.getState();
  const owner = whoIsSignedIn();
  const result = await transport.call(name, payload, options);
  endSessionIfOver(result, token);
  if (result.ok && owner !== undefined) onAnswer(owner, result.data);
  return result;
}

/**
 * Ends the session here when the answer to what went out with the token `asked` says that it is over. Files
 * come and go by ways of their own, and ask here too.
 */
export function endSessionIfOver(result: Result<unknown>, asked: string): void {
  if (!isOver(result)) return;
  // Ten questions may meet the same end; it is announced once. A newer session is not ended by an older one's answer.
  if (useSession.getState().token !== asked) return;
  if (asked !== '') endSession(result.message);
  // A guest has no session that could end.
  else if (result.code === 401) onSessionOver({ message: result.message, wasPractice: false });
}

const isOver = (result: Result<unknown>): result is Failure =>
  !result.ok && (result.code === 401 || result.code === 2001);

/** As a query function: throws the failure, which the query cache keeps. */
export async function ask<N extends CallName>(name: N, payload?: Payload<N>, signal?: AbortSignal): Promise<Data<N>> {
  const result = await call(name, payload, signal ? { signal } : undefined);
  if (result.ok) return result.data;
  throw new CallFailed(result);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      gcTime: 30 * 60_000,
      // Refusals will be refused again; a lost line may be found.
      retry: (count, error) => count < 2 && toFailure(error)?.reason === undefined && !endsSession(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      refetchOnWindowFocus: true,
      // Without a network a question fails and says so; the app asks again when prices flow (features/background).
      networkMode: 'always',
    },
  },
});

const endsSession = (error: unknown): boolean => {
  const failure = toFailure(error);
  return failure !== undefined && isOver(failure);
};

// ---- live ------------------------------------------------------------------------------------------------------------

export const socket = createSocket({
  open: () => new WebSocket(`${base.replace(/^http/, 'ws')}/ws`),
  token: () => useSession.getState().token,
  onMessage: receive,
  onFeed: setFeedState,
});

export const quoteStore = createQuoteStore(socket.want, inFrame);
export const { useQuote } = createQuoteHooks(quoteStore);

/**
 * Gets private events besides the refreshing done here: the shell speaks of notices. `auth`: the line is back after a
 * time in which events went nowhere.
 */
type PrivateEvent = Extract<ServerMessage, { type: 'notice' | 'auth' }>;
const listeners = new Set<(event: PrivateEvent) => void>();
export function onPrivateEvent(listener: (event: PrivateEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function receive(message: ServerMessage) {
  heard();
  switch (message.type) {
    case 'quotes':
    case 'depth':
    case 'depth20':
      return quoteStore.receive(message);
    case 'hello':
      return setMarket(message.market);
    case 'market':
      // A share was suspended within the day, or may be traded again: what shows it is asked anew.
      if (message.data.suspended?.join() !== useMarketClock.getState().market?.suspended?.join()) refresh(AFTER_WATCH);
      return setMarket(message.data);
    case 'ended':
      return void hearWhyItEnded();
    case 'order':
      return refresh(afterChangeOfOrder(message.data));
    case 'position':
      return refresh(AFTER_POSITION);
    case 'wallet':
      return refresh(AFTER_MONEY);
    case 'support':
    case 'supportRead':
      return refresh(AFTER_SUPPORT);
    case 'alert':
      return refresh(['alerts']);
    case 'notice':
      refresh(AFTER_NOTICE);
      break;
    case 'auth':
      if (!message.ok) return undefined;
      if (isHeard) break;
      isHeard = true;
      return undefined;
    default:
      return undefined; // pong, refused: nothing to do
  }
  for (const listener of listeners) listener(message);
  return undefined;
}

const waiting = new Map<string, QueryKey>();
let refreshing: ReturnType<typeof setTimeout> | undefined;

/**
 * Marks the answers of these calls as old; those on the screen are asked again. Gathered for a moment, since
 * fills come in bursts.
 */
export function refresh(keys: readonly (CallName | QueryKey)[]): void {
  for (const key of keys) waiting.set(JSON.stringify(key), typeof key === 'string' ? [key] : key);
  refreshing ??= setTimeout(() => {
    refreshing = undefined;
    const now = [...waiting.values()];
    waiting.clear();
    for (const queryKey of now)
      for (const query of queryClient.getQueryCache().findAll({ queryKey })) void askAnew(query);
  }, 250);
}

/**
 * A question that is under way was asked before the change: it is heard out, and asked once more. So an older answer
 * never comes last, and a burst that outlasts an answer does not keep the screen waiting.
 */
async function askAnew({ queryKey, state, promise }: Query): Promise<void> {
  if (state.fetchStatus !== 'idle') await promise?.catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** Whether a line has been signed in to this session before. */
let isHeard = false;
useSession.subscribe((session, before) => {
  if (session.token === before.token) return;
  isHeard = false;
  // Answers to a member who is gone.
  if (before.token !== '' && session.userInfo?.id !== before.userInfo?.id) queryClient.clear();
  socket.restart();
});
