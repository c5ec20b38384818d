import { bodyText, checkNote, signNote, type NoteSigner, type SignatureFault, type VerifyKey } from './note.ts';

/** What a server says about whether anything here is real: that nothing is. */
export type RealityNote = {
  /** `khara/<installId>`. */
  readonly installation: string;
  /** Market time, ISO 8601 with its offset. */
  readonly marketTime: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
};

/** A first line of its own: such a note can never be read as a checkpoint. */
const FIRST_LINE = 'khara/simulated/1';
const SENTENCE = 'Nothing here is real: prices are simulated, companies are invented, money is paper money.';

const noteBody = ({ installation, marketTime, at }: RealityNote): string =>
  `${FIRST_LINE}\n${installation}\nmarket ${marketTime}\ntime ${at}\n${SENTENCE}\n`;

/** The note, signed by the key of the server that answers. */
export const signRealityNote = (note: RealityNote, signer: NoteSigner): string => signNote(noteBody(note), signer);

export type RealityCheck =
  | { readonly ok: true; readonly note: RealityNote }
  | { readonly ok: false; readonly fault: 'malformed' | SignatureFault };

/** Reads such a note and believes it under this key alone; whether the key may sign is another question. */
export function readRealityNote(text: string, key: VerifyKey): RealityCheck {
  const body = bodyText(text) ?? '';
  const match = /^[^\n]+\n(khara\/[^\n ]+)\nmarket ([^\n ]+)\ntime (\d{1,16})\n/.exec(body);
  const [, installation = '', marketTime = '', at] = match ?? [];
  const note = { installation, marketTime, at: Number(at) };
  if (noteBody(note) !== body) return { ok: false, fault: 'malformed' };
  const fault = checkNote(text, key);
  return fault === undefined ? { ok: true, note } : { ok: false, fault };
}
