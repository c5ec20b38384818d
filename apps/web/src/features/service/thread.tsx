import type { Data } from '@khara/contract';
import { Fragment } from 'react';
import { serverNow } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { localDay, showMarketDate, showTime } from '#lib/time.ts';
import { OwnPicture, useAddress } from './own-picture.tsx';
import css from './service.module.css';
import type { Draft } from './use-drafts.ts';

type Message = Data<'supportMessages'>['list'][number];

/** The thread, oldest first, by days; `firstNew` is the oldest message that the reader had not read before. */
export function Thread({
  messages,
  drafts,
  firstNew,
  onAgain,
}: {
  readonly messages: readonly Message[];
  readonly drafts: readonly Draft[];
  readonly firstNew: string | undefined;
  readonly onAgain: (draft: Draft) => void;
}) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const today = localDay(serverNow());
  return (
    <ol className={css.thread} aria-label={t('thread')}>
      {messages.map((message, index) => {
        const day = localDay(message.at);
        const before = messages[index - 1];
        return (
          <Fragment key={message.id}>
            {(!before || localDay(before.at) !== day) && (
              <li className={css.day}>{day === today ? t('today') : showMarketDate(day, language)}</li>
            )}
            {message.id === firstNew && <li className={css.new}>{t('newBelow')}</li>}
            <Bubble message={message} />
          </Fragment>
        );
      })}
      {drafts.map((draft) => (
        <DraftBubble key={draft.id} draft={draft} onAgain={() => onAgain(draft)} />
      ))}
    </ol>
  );
}

function Bubble({ message }: { readonly message: Message }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const isMine = message.from === 'member';
  return (
    <li className={cx(css.message, isMine && css.mine)}>
      <span className={css.unseen}>{t(isMine ? 'you' : 'service')}</span>
      <div className={css.bubble}>
        {message.fileId !== null && <OwnPicture fileId={message.fileId} />}
        {message.text !== '' && <p>{message.text}</p>}
      </div>
      <span className={css.meta}>
        {showTime(message.at, language)}
        {isMine && ` · ${t(message.readAt === null ? 'sent' : 'read')}`}
      </span>
    </li>
  );
}

function DraftBubble({ draft, onAgain }: { readonly draft: Draft; readonly onAgain: () => void }) {
  const { t } = useTranslation('service');
  const address = useAddress(draft.picture);
  const isUploading = draft.picture !== undefined && draft.fileId === undefined;
  return (
    <li className={cx(css.message, css.mine)}>
      <span className={css.unseen}>{t('you')}</span>
      <div className={cx(css.bubble, css.draft)}>
        {address !== undefined && <img className={css.picture} src={address} alt={t('yourPicture')} />}
        {draft.text !== '' && <p>{draft.text}</p>}
      </div>
      {draft.state === 'failed' ? (
        <button type="button" className={css.failed} onClick={onAgain}>
          <Icon name="again" size={16} />
          <span>
            {draft.message} {t('failed')}
          </span>
        </button>
      ) : (
        <span className={css.meta} role="status">
          {isUploading ? t('uploading', { percent: Math.round(draft.part * 100) }) : t('sending')}
        </span>
      )}
    </li>
  );
}
