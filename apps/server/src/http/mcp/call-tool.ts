import type { CallToolResult } from '@modelcontextprotocol/server';
import { signRealityNote } from '@khara/proof';
import { addAct, askedText, noteAct, type ReadCounter } from '#modules/assistants/index.ts';
import { readSigner, signerWith } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { DoorCaller } from '../kite/caller.ts';
import { Failure, wrongField } from '../kite/failure.ts';
import { fieldsIn, neededText } from '../kite/fields.ts';
import { placeRehearsed, rehearseOrder } from './rehearsal.ts';
import { exampleOf, isToolName, toolFacts, toolScope, type ToolName } from './tools.ts';

/** Codes to offer in the place of one that is unknown. */
const MAX_NEAREST = 5;

/** Tools whose refusals are records of the log: what acts, or says what an act would do. */
const ACTS: ReadonlySet<string> = new Set(['rehearse_order', 'place_order', 'cancel_order']);

/** Calls a tool, as its member's program may. What is refused is an answer too: a model reads it and asks again. */
export async function callTool(
  deps: Deps & { readonly reads: ReadCounter },
  caller: DoorCaller,
  { name, fields: sent }: { readonly name: string; readonly fields: unknown },
): Promise<CallToolResult> {
  const fields = fieldsIn(sent);
  const { program } = caller;
  const read = (about: unknown, data: unknown): CallToolResult => {
    deps.reads.count(program, name, typeof about === 'string' ? about : '');
    return answer(data);
  };
  try {
    if (name === 'what_time_is_it') return read('', deps.market.now());
    if (name === 'is_this_real') {
      const told = await tellReality(deps);
      return read(JSON.stringify({ note: told.note, publicKey: told.publicKey }), told);
    }
    if (!isToolName(name)) throw wrongField('name', `There is no tool ${name.slice(0, 40)}`);
    refuseBeyond(caller, name);
    if (name === 'rehearse_order') {
      const rehearsed = await rehearseOrder(deps, caller, fields);
      return read(askedText({ ...fields, total: rehearsed.total }), rehearsed);
    }
    if (name === 'place_order') return answer(await placeRehearsed(deps, caller, fields));
    const { call, fixed } = toolFacts(name);
    // A cancel and the act stand or fall together.
    const cancelled = { act: 'cancelled', tool: name, asked: askedText(fields) } as const;
    const beside = (tx: Tx) => addAct(tx, deps, program, { ...cancelled, orderId: BigInt(neededText(fields, 'id')) });
    const told = pickFields(name, await caller.ask(call, { ...fields, ...fixed }, { beside }));
    return ACTS.has(name) ? answer(told) : read(fields['code'], told);
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    if (ACTS.has(name)) {
      const reason = error.reason ?? error.name;
      await noteAct(deps, program, { act: 'refused', tool: name, asked: askedText(fields), reason });
    }
    return refusedAnswer(deps, error, { name, code: fields['code'] });
  }
}

/** A key that reads rehearses, too; an assistant does when its member said so. */
function refuseBeyond({ program: { scope, assistant } }: DoorCaller, name: ToolName): void {
  const needs = toolScope(name);
  if (needs === 'trade' && scope !== 'trade')
    throw new Failure('PermissionException', 'Your member has not let you place orders', { reason: 'scope_trade' });
  if (name === 'rehearse_order' && assistant && scope === 'read')
    throw new Failure('PermissionException', 'Your member has not let you rehearse orders', {
      reason: 'scope_rehearse',
    });
}

const answer = (data: unknown): CallToolResult => say({ simulated: true, data });

/** An answer has a structure and a text form: the same, as JSON. */
const say = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});

function pickFields(name: ToolName, data: unknown): unknown {
  const { only } = toolFacts(name);
  if (only === undefined || data === null) return data;
  return Object.fromEntries(Object.entries(data as object).filter(([field]) => only.includes(field)));
}

/**
 * A refusal with its stable reason, the field, what the field may be, and codes that are near to one that is unknown.
 */
function refusedAnswer(
  { market }: Pick<Deps, 'market'>,
  { reason, field, message, afterSeconds }: Failure,
  { name, code }: { readonly name: string; readonly code: unknown },
): CallToolResult {
  const example = field !== undefined && isToolName(name) ? exampleOf(name, field) : undefined;
  const nearest =
    reason === 'unknown_code' && typeof code === 'string'
      ? nearestNames(
          code,
          market.instruments().map((instrument) => instrument.code),
        )
      : undefined;
  return {
    ...say({ simulated: true, refused: { reason, field, message, example, nearest, retryAfterSeconds: afterSeconds } }),
    isError: true,
  };
}

/** The names that share most pairs of letters with a text (Dice's coefficient), the nearest first. */
function nearestNames(text: string, names: readonly string[]): readonly string[] {
  const asked = letterPairs(text.toUpperCase());
  const near = (name: string) => {
    const pairs = letterPairs(name);
    return (2 * [...pairs].filter((pair) => asked.has(pair)).length) / (pairs.size + asked.size);
  };
  return names
    .map((name) => ({ name, by: near(name) }))
    .toSorted((a, b) => b.by - a.by || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
}

const letterPairs = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** A signed note that nothing here is real, with what the log says of the key that signed it. */
async function tellReality({ db, keys, market, clock }: Deps) {
  const { node, log } = keys;
  const { marketTime } = market.now();
  const said = { installation: log.name, marketTime, at: clock.now() };
  return {
    real: false,
    note: signRealityNote(said, { name: log.name, ...signerWith(node) }),
    publicKey: Buffer.from(node.publicKey).toString('hex'),
    certificate: (await readSigner(db, node.publicKey)).certificate?.json ?? null,
  };
}
