import type { Language, ServerMessage } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { NoticeRow, NoticeText } from './store.ts';

type NoticeDto = Extract<ServerMessage, { type: 'notice' }>['data'];

/** A notice in words. A key that this version no longer has shows as itself rather than losing the notice. */
export function inLanguage(row: NoticeRow, language: Language): NoticeDto {
  const texts: Readonly<Record<string, NoticeText>> = textsFor(language).inbox;
  const text = row.texts?.[language] ?? texts[row.key] ?? { title: row.key, body: '' };
  return {
    id: String(row.id),
    category: row.category,
    title: formatMessage(text.title, row.params, language),
    body: formatMessage(text.body, row.params, language),
    at: Number(row.at),
    read: row.read_at !== null,
    link: row.link,
  };
}
