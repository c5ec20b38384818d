import type { Body, Data, RefusalsOf } from '@khara/contract';
import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './key-store.ts';
import { allowAssistant, readConsent, type ConfirmConsent } from './consents.ts';
import { allowProgram, newLogin } from './logins.ts';
import { hashSecret, deriveSecret } from './secrets.ts';
import { DAY_MS } from '@khara/rules';

/** Good keys of one member, at most. */
const MAX_KEYS = 5;
const PAGE = '/pages/personal/security/index';

type Making = RefusalsOf<'makeProgramKey'>;
/** How a caller shows that the account is theirs (modules/accounts, which stands to the right). */
type Confirm = (
  deps: Deps,
  caller: MemberCaller,
  body: Body<'makeProgramKey'>,
) => Promise<
  Result<undefined, Exclude<Making, 'program_redirect_invalid' | 'program_postback_invalid' | 'too_many_program_keys'>>
>;

const shown = (row: store.ProgramKey): Data<'makeProgramKey'>['key'] => ({
  id: row.id,
  name: row.name,
  scope: row.scope === 'trade' ? 'trade' : 'read',
  redirect: row.redirect ?? null,
  postback: row.postback ?? null,
  addresses: [...row.addresses],
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt ?? null,
  lastAddress: row.lastAddress ?? null,
  endedAt: row.endedAt ?? null,
});

/** Whether orders may be posted to an address. Whom its name belongs to is seen each time that something is sent. */
const isTaken = (postback: string, { PROGRAM_POSTBACKS: mode }: Deps['config']): boolean =>
  mode !== 'off' && URL.canParse(postback) && (mode === 'any' || new URL(postback).protocol === 'https:');

/**
 * Makes a key. Its secret and its tokens are in this answer and nowhere else. Refuses, in this
 * order: program_redirect_invalid, program_postback_invalid, what `confirm` does, too_many_program_keys.
 */
async function makeKey(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'makeProgramKey'>,
  confirm: Confirm,
): Promise<Result<Data<'makeProgramKey'>, Making>> {
  const { db, clock, random } = deps;
  const { name, scope, redirect, postback, addresses = [], days } = body;
  if (redirect !== undefined && !URL.canParse(redirect))
    return refuse('program_redirect_invalid', { field: 'redirect' });
  if (postback !== undefined && !isTaken(postback, deps.config))
    return refuse('program_postback_invalid', { field: 'postback' });
  const confirmed = await confirm(deps, caller, body);
  if (confirmed.refused !== undefined) return confirmed;
  const { userId } = caller.member;
  const now = clock.now();
  const id = Buffer.from(random.bytes(8)).toString('hex');
  const secret = deriveSecret(deps, id);
  const expiresAt = now + days * DAY_MS;
  const { accessToken, refreshToken, tokens } = newLogin(deps, now, expiresAt);
  const key = {
    id,
    memberId: userId,
    name,
    scope,
    redirect,
    postback,
    addresses,
    now,
    secretHash: hashSecret(secret),
    tokens,
    expiresAt,
  };
  const made = await db.transaction(async (tx) => {
    const row = await store.insertKey(tx, key, MAX_KEYS);
    const said = scope === 'trade' ? 'programKeyTrade' : 'programKeyRead';
    const notice = { userId, category: 'system', key: said, params: { name }, link: PAGE, at: now } as const;
    return row && { row, notice: await notify(tx, notice) };
  });
  if (!made) return refuse('too_many_program_keys');
  announce(deps, made.notice);
  return done({ key: shown(made.row), secret, accessToken, refreshToken });
}

/** Every call about keys and grants. `confirm` is how a caller shows whose account it is. */
export const createProgramHandlers = (confirm: Confirm & ConfirmConsent) =>
  ({
    programKeys: async ({ db }, { member }) =>
      done({ list: (await store.listKeys(db, member.userId)).map(shown), nextCursor: null }),
    makeProgramKey: (deps, caller, body) => makeKey(deps, caller, body, confirm),
    // Needs no confirmation: that it goes at once matters more than who ends it.
    endProgramKey: async ({ db, clock, pushes }, { member: { userId: memberId } }, { id }) => {
      const end = { memberId, id, reason: 'revoked', now: clock.now() };
      const ended = await db.transaction((tx) => store.endKeys(tx, end));
      pushes.endSessions(ended);
      return (await store.isKeyOf(db, memberId, id)) ? done(null) : refuse('not_found');
    },
    allowProgram: (deps, caller, body) => allowProgram(deps, caller, body),
    // Neither does this: what goes on only does what was confirmed before.
    pauseAssistants: async ({ db, clock, pushes }, { member: { userId: memberId } }, { paused }) => {
      const now = clock.now();
      const pausedAt = paused ? now : undefined;
      pushes.endSessions(await db.transaction((tx) => store.pauseGrants(tx, { memberId, pausedAt, now })));
      return done(null);
    },
    assistantRequest: (deps, _caller, body) => readConsent(deps, body),
    allowAssistant: (deps, caller, body) => allowAssistant(deps, caller, body, confirm),
  }) satisfies HandlersFor<
    | 'programKeys'
    | 'makeProgramKey'
    | 'endProgramKey'
    | 'allowProgram'
    | 'pauseAssistants'
    | 'assistantRequest'
    | 'allowAssistant'
  >;
