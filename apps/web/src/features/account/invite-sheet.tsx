import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import css from './invite-sheet.module.css';

type Props = { readonly open: boolean; readonly code: string; readonly onClose: () => void };

/** One's own invitation code, and who registered with it. Needs the namespace `personal`. */
export function InviteSheet({ open, code, onClose }: Props) {
  const { t } = useTranslation('personal');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('invite')}
      dock={
        <Button icon="copy" onClick={() => void copyText(code)}>
          {t('copyCode')}
        </Button>
      }
    >
      <p className={css.code}>{code}</p>
      <Note>{t('inviteText')}</Note>
      {open && <Invited />}
    </Sheet>
  );
}

function Invited() {
  const { t } = useTranslation('personal');
  const language = useLanguage();
  const invited = useList('invited', {}, { staleMs: 0 });
  return (
    <section className={css.invited}>
      {invited.first && <SectionHead title={t('invitedCount', { n: invited.first.total })} />}
      <Answer
        of={invited}
        isPart
        wait={<SkeletonRows rows={2} />}
        empty={<p className={css.none}>{t('invitedNone')}</p>}
      >
        {(members) =>
          members.map(({ id, nickname, joinedAt }) => (
            <ListRow
              key={id}
              icon="person"
              title={nickname}
              text={t('invitedSince', { at: showMoment(joinedAt, language) })}
            />
          ))
        }
      </Answer>
    </section>
  );
}
