import type { Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { INDIA_MS } from '@khara/rules';
import { countIn, decimalIn, fill, textsFor } from '@khara/texts';
import type { Deps } from '#src/kernel/deps.ts';
import { newestCheckpoint } from '#modules/ledger/index.ts';
import type { Paper } from '#src/ports/printer.ts';

type Texts = ReturnType<typeof textsFor>;

/** What every document begins with. */
export type Head = {
  readonly words: Texts['papers'];
  readonly texts: Texts;
  readonly language: Language;
  readonly paper: Pick<Paper, 'language' | 'author' | 'label' | 'foot' | 'lead'>;
  readonly facts: Paper['facts'];
};

export async function readHead(
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { userId, language }: { readonly userId: string; readonly language: Language },
): Promise<Head> {
  const texts = textsFor(language);
  const { papers: words } = texts;
  const checkpoint = await newestCheckpoint(db);
  const { name } = keys.log;
  return {
    words,
    texts,
    language,
    paper: { language, author: 'Khara', label: words.label, foot: words.label, lead: [] },
    facts: [
      { name: words.account, value: userId },
      { name: words.made, value: showInstant(clock.now()) },
      { name: words.log, value: fill(words.checkpoint, { name, size: countIn(language, checkpoint?.size ?? 0) }) },
    ],
  };
}

/** "2026-11-25 14:33:08 IST" of a real instant. */
export const showInstant = (at: number): string =>
  `${new Date(at + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ')} IST`;

/** An amount as its reader groups it. */
export const showAmount = (units: bigint, currency: 'INR' | 'USDT', language: Language): string =>
  decimalIn(language, showDecimal(units, DECIMALS[currency]));

/** A number of shares as its reader groups it. */
export const showCount = (count: number | bigint, language: Language): string => countIn(language, count);
