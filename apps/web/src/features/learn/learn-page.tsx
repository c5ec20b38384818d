import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useLanguage } from '#lib/language.ts';
import { UNKNOWN } from '#lib/number.ts';
import { showDay } from '#lib/time.ts';
import { href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { ClassRows, OwnClass, useOwnClass } from '#features/classes/own-class.tsx';
import { ALL, ICONS, PATH_NAMES, PATHS, findPath, missionAt } from './missions.ts';
import { isDone, type MissionState } from './use-missions.ts';
import css from './learn.module.css';

type Props = {
  /** Undefined of a guest, and until they came. */
  readonly missions: ReadonlyMap<string, MissionState> | undefined;
  readonly failed: boolean;
};

/** The paths, none locked; on top the mission that was begun last. Needs the namespace `learn`. */
export function LearnPage({ missions, failed }: Props) {
  const { t } = useTranslation(['learn', 'nav']);
  // Of a member who is not known yet nothing is said; a guest has done none.
  const isUnknown = useSignedIn() && !missions;
  const own = useOwnClass();
  // What a class has set is what comes next.
  const isSet = own != null && own.missions.length > 0;
  const count = (done: number): string => (isUnknown ? UNKNOWN : String(done));
  const isSeen = (id: string): boolean => isDone(missions?.get(id));
  const done = ALL.filter(isSeen).length;
  const next = ALL.find((id) => missions?.get(id)?.state === 'nearly') ?? ALL.find((id) => !isSeen(id));
  const path = next && findPath(next);
  return (
    <Page
      subtitle={t('done', { done: count(done), all: ALL.length })}
      tools={<IconButton icon="statement" label={t('print')} onClick={() => print()} />}
    >
      <div className={css.screen}>
        {own && <OwnClass own={own} missions={missions} />}
        {!isSet && !(isUnknown && failed) && (
          <Card className={css.card}>
            {isUnknown || own === undefined ? (
              <SkeletonRows rows={2} />
            ) : next && path ? (
              <>
                <p className={css.small}>
                  {done === 0
                    ? t('beginWith', { path: t(`paths.${path}.title`) })
                    : t('nextIn', {
                        path: t(`paths.${path}.title`),
                        n: (PATHS[path] as readonly string[]).indexOf(next) + 1,
                      })}
                </p>
                <h2 className={css.title}>{t(`missions.${next}.title`)}</h2>
                <p className={css.plain}>{t(`missions.${next}.do`)}</p>
                <Button onClick={() => navigateTo(missionAt(next))}>{t('goOn')}</Button>
              </>
            ) : (
              <h2 className={css.title}>{t('allDone')}</h2>
            )}
          </Card>
        )}
        {failed && <Note className={css.card}>{t('offline')}</Note>}
        <div className={css.paths}>
          {PATH_NAMES.map((name) => (
            <details key={name} className={css.path} open={!isSet && name === path}>
              <summary>
                <Icon name={ICONS[name]} size={24} />
                <span className={css.words}>
                  <b>{t(`paths.${name}.title`)}</b>
                  <small>{t(`paths.${name}.text`)}</small>
                  <span className={css.marks} aria-hidden="true">
                    {PATHS[name].map((id) => (
                      <i
                        key={id}
                        className={cx(isSeen(id) && css.seen, missions?.get(id)?.state === 'nearly' && css.begun)}
                      />
                    ))}
                  </span>
                </span>
                <span className={css.count}>
                  {t('ofFive', { done: count(PATHS[name].filter(isSeen).length), all: PATHS[name].length })}
                </span>
              </summary>
              {PATHS[name].map((id) => (
                <ListRow
                  key={id}
                  title={t(`missions.${id}.title`)}
                  {...(isSeen(id) && { value: t('practised') })}
                  href={href(missionAt(id))}
                />
              ))}
            </details>
          ))}
        </div>
        <RowGroup>
          <ListRow icon="clock" title={t('lab')} text={t('labText')} href={href('/pages/lab/day')} />
          <ListRow icon="warn" title={t('nav:lesson')} text={t('lessonText')} href={href('/pages/lesson/index')} />
          {own === null && <ClassRows />}
        </RowGroup>
        <p className={css.foot}>{t('never')}</p>
      </div>
      <Sheet missions={missions} />
    </Page>
  );
}

/** On paper: a plain list of what was practised, without a seal. */
function Sheet({ missions }: { readonly missions: Props['missions'] }) {
  const { t } = useTranslation('learn');
  const language = useLanguage();
  return (
    <section className={css.sheet}>
      <h2>{t('printTitle')}</h2>
      {PATH_NAMES.map((name) => (
        <div key={name}>
          <h3>{t(`paths.${name}.title`)}</h3>
          <ul>
            {PATHS[name].flatMap((id) => {
              const seen = missions?.get(id);
              if (!isDone(seen)) return [];
              return [
                <li key={id}>
                  <span>{t(`missions.${id}.title`)}</span> <span>{seen?.at && showDay(seen.at, language)}</span>
                </li>,
              ];
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}
