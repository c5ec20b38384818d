import type { Data } from '@khara/contract';
import { useCall } from '#api/use-call.ts';
import { useForgottenNames } from '#features/classes/names.ts';
import { OpenClass } from '#features/classes/open-class.tsx';
import { showClassDay } from '#features/classes/own-class.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { at, href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { SkeletonRows } from '#ui/states.tsx';

const NONE: Data<'classes'>['list'] = [];

/** Classes of a teacher, and the form for another. */
export default function Teach() {
  const { t } = useTranslation(['classes', 'refusals']);
  const language = useLanguage();
  const classes = useCall('classes', {});
  useForgottenNames(classes.data?.list ?? NONE);
  return (
    <Page>
      <Answer of={classes} wait={<SkeletonRows rows={3} />}>
        {({ isOffered, list }) => (
          <>
            {list.length > 0 && (
              <>
                <SectionHead title={t('own')} />
                <RowGroup>
                  {list.map((one) => (
                    <ListRow
                      key={one.id}
                      icon="people"
                      title={one.endedAt === null ? one.name : t('ended')}
                      text={`${t('takenOf', { taken: one.taken, seats: one.seats })} · ${showClassDay(one.endsOn, language)}`}
                      value={one.code}
                      href={href(at('/pages/class/board', { id: one.id }))}
                    />
                  ))}
                </RowGroup>
              </>
            )}
            {isOffered ? <OpenClass /> : <Note>{t('refusals:class_not_offered')}</Note>}
          </>
        )}
      </Answer>
    </Page>
  );
}
