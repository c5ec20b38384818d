import type { Language, Refusal, ServerMessage } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { formatMessage, type Params } from '#src/kernel/format-message.ts';
import { refusalWords } from '#src/kernel/refusal-words.ts';
import type { Notice, NoticeText } from './store.ts';

type NoticeDto = Extract<ServerMessage, { type: 'notice' }>['data'];

/** A notice in words. A key that this version no longer has shows as itself rather than losing the notice. */
export function inLanguage(row: Notice, language: Language): NoticeDto {
  const texts: Readonly<Record<string, NoticeText>> = textsFor(language).notices;
  const text = row.texts?.[language] ?? texts[row.key] ?? { title: row.key, body: '' };
  const params = withWhy(row.params, language);
  return {
    id: String(row.id),
    category: row.category,
    title: formatMessage(text.title, params, language),
    body: formatMessage(text.body, params, language),
    at: row.at,
    marketTime: row.marketTime,
    read: row.readAt !== undefined,
    link: row.link ?? null,
  };
}

/** A notice of a refusal (`refusal` of its params, with the facts beside it) has its words as `why`. */
function withWhy(params: Params, language: Language): Params {
  const { refusal } = params;
  if (typeof refusal !== 'string' || !(refusal in textsFor(language).refusals)) return params;
  return { ...params, why: refusalWords(language, refusal as Refusal, params) };
}
