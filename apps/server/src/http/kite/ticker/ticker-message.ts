import { nestsTooDeep } from '../../depth.ts';
import { MODES, type Mode } from './tick-topics.ts';

export type TickerMessage = {
  /** These are watched no more. */
  readonly isOver: boolean;
  /** Undefined: as they are watched already, or `quote`. */
  readonly mode: Mode | undefined;
  readonly tokens: readonly number[];
};

/** `{"a":"subscribe"|"unsubscribe","v":[token]}` or `{"a":"mode","v":[mode,[token]]}`; undefined: neither. */
export function messageIn(text: string | undefined): TickerMessage | undefined {
  const { a: act, v: value } = (parsed(text) ?? {}) as { a?: unknown; v?: unknown };
  if (!Array.isArray(value)) return undefined;
  if (act === 'subscribe' || act === 'unsubscribe') {
    const tokens = tokensIn(value);
    return tokens && { isOver: act === 'unsubscribe', mode: undefined, tokens };
  }
  const mode = MODES.find((each) => each === value[0]);
  const tokens = tokensIn(value[1]);
  return act === 'mode' && mode && tokens ? { isOver: false, mode, tokens } : undefined;
}

/** Clients send tokens as numbers or as texts. */
function tokensIn(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const tokens = value.map((token) => (/^\d{1,15}$/.test(String(token)) ? Number(token) : Number.NaN));
  return tokens.every((token) => Number.isSafeInteger(token)) ? tokens : undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined || nestsTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
