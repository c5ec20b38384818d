import type { MissionId } from '@khara/contract';
import { plainDecimal } from '@khara/rules';
import { useState } from 'react';
import { useMarketClock } from '#api/market-clock.ts';
import { call } from '#api/client.ts';
import { useSignedIn } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showMomentSeconds } from '#lib/time.ts';
import { at, href, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import {
  ALL,
  BY_CHANCE,
  companyAt,
  findPath,
  GOALS,
  isAsked,
  missionAt,
  missionGoal,
  PATHS,
  WHILE_CLOSED,
} from './missions.ts';
import { answered, keepAnswered, type MissionState } from './use-missions.ts';
import css from './learn.module.css';

/** One mission: read, do, and a question on one's own figures. Needs the namespace `learn`. */
export function MissionPage({
  id,
  missions,
  failed,
}: {
  readonly id: MissionId;
  readonly missions: ReadonlyMap<string, MissionState> | undefined;
  readonly failed: boolean;
}) {
  const { t } = useTranslation('learn');
  const [isAnswered, setAnswered] = useState(() => answered().includes(id));
  const path = findPath(id);
  const mission = missions?.get(id);
  const isSeen = mission?.state === 'seen';
  const isQuestion = mission?.state === 'asked';
  const places = PATHS[path] as readonly MissionId[];
  const next = ALL[ALL.indexOf(id) + 1];
  const steps = [
    { name: 'read', done: true },
    { name: 'do', done: isSeen || (isQuestion && isAnswered) },
    { name: isAsked(id) ? 'question' : 'figures', done: (isSeen || isQuestion) && isAnswered },
  ] as const;
  const current = steps.findIndex(({ done }) => !done);
  return (
    <Page
      title={t(`paths.${path}.title`)}
      subtitle={t('mission', { n: places.indexOf(id) + 1, all: places.length })}
      below={
        <ol className={css.steps} aria-label={t('steps')}>
          {steps.map(({ name, done }, place) => (
            <li
              key={name}
              className={cx(done && css.past, place === current && css.now)}
              aria-current={place === current ? 'step' : undefined}
            >
              <i aria-hidden="true">{done ? <Icon name="check" size={16} /> : place + 1}</i>
              {t(name)}
            </li>
          ))}
        </ol>
      }
      {...(isAnswered &&
        (isSeen || isQuestion) &&
        next && { dock: <Button onClick={() => redirectTo(missionAt(next))}>{t('next')}</Button> })}
    >
      <div className={css.reading}>
        <h2 className={css.title}>{t(`missions.${id}.title`)}</h2>
        <p>{t(`missions.${id}.read`)}</p>
      </div>
      <Card className={css.card}>
        <h3 className={css.head}>{t(`missions.${id}.do`)}</h3>
        <div role="status">
          <Done id={id} mission={mission} failed={failed} />
        </div>
      </Card>
      <Card className={css.card}>
        <h3 className={css.head}>{t(isAsked(id) ? 'question' : 'figures')}</h3>
        {isSeen || isQuestion ? (
          <Question id={id} mission={mission} isAnswered={isAnswered} onRight={() => setAnswered(true)} />
        ) : (
          <p className={css.plain}>{t(isAsked(id) ? 'loginToDo' : 'first')}</p>
        )}
      </Card>
    </Page>
  );
}

/** How far what is to be done is: not begun, nearly, seen, or cannot be now. */
function Done({
  id,
  mission,
  failed,
}: {
  readonly id: MissionId;
  readonly mission: MissionState | undefined;
  readonly failed: boolean;
}) {
  const { t } = useTranslation('learn');
  const language = useLanguage();
  const signedIn = useSignedIn();
  const phase = useMarketClock(({ market }) => market?.phase);
  const goal = missionGoal(id);
  if (!signedIn)
    return (
      <>
        <p className={css.plain}>{t('loginToDo')}</p>
        <Button size="md" onClick={() => navigateTo('/pages/login/index')}>
          {t('login')}
        </Button>
      </>
    );
  if (failed) return <Note>{t('offline')}</Note>;
  if (!mission) return null;
  if (mission.state === 'seen')
    return (
      <Note tone="sky" icon="check">
        <b>{t('seenAt', { time: mission.at === null ? '' : showMomentSeconds(mission.at, language) })}</b>
        <p>{mission.about?.kind === 'order' ? t('seenOf', { code: mission.about.code }) : t('seenOther')}</p>
      </Note>
    );
  if (mission.state === 'asked')
    return (
      <>
        {[mission.about?.code, mission.other].map((code) =>
          code ? (
            <Button key={code} size="md" look="line" onClick={() => navigateTo(companyAt(code))}>
              {t('goTo.company', { code })}
            </Button>
          ) : null,
        )}
      </>
    );
  return (
    <>
      {mission.nearly && (
        <Note tone="warn" icon="info" className={css.near}>
          <b>{t('nearly')}</b>
          <p>
            {t(`nearlyText.${mission.nearly}`, {
              code: mission.about?.code ?? '',
              quantity: showCount(mission.quantity, language),
            })}
          </p>
        </Note>
      )}
      {phase === 'closed' && !WHILE_CLOSED.has(id) && !isAsked(id) && <p className={css.plain}>{t('closed')}</p>}
      <Button size="md" onClick={() => navigateTo(GOALS[goal])}>
        {t(`goTo.${goal}`)}
      </Button>
      {BY_CHANCE.has(id) && (
        <p className={css.plain}>
          <a className={css.link} href={href('/pages/lab/day')}>
            {t('chance')}
          </a>
        </p>
      )}
    </>
  );
}

/** One number, compared with the member's own record, or with a company's accounts, as often as wanted. */
function Question({
  id,
  mission,
  isAnswered,
  onRight,
}: {
  readonly id: MissionId;
  readonly mission: MissionState;
  readonly isAnswered: boolean;
  readonly onRight: () => void;
}) {
  const { t } = useTranslation('learn');
  const [text, setText] = useState('');
  const [said, setSaid] = useState<'wrong' | 'wrongOfCompany' | 'offline'>();
  const [busy, setBusy] = useState(false);

  async function check(): Promise<void> {
    setBusy(true);
    const answer = text.replaceAll(/[,\s₹]/g, '');
    const found = await call('missionAnswer', { id, answer });
    setBusy(false);
    if (found.ok && found.data.right) {
      keepAnswered(id);
      setSaid(undefined);
      return onRight();
    }
    setSaid(!found.ok && found.reason !== 'invalid_input' ? 'offline' : isAsked(id) ? 'wrongOfCompany' : 'wrong');
  }

  if (isAnswered)
    return (
      <p className={css.plain} role="status">
        {t('right')}
      </p>
    );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <Field
        label={t(`missions.${id}.ask`, { code: mission.about?.code ?? '', other: mission.other ?? '' })}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(plainDecimal(currentTarget.value))}
        error={said && t(said)}
      />
      {mission.about?.kind === 'order' && (
        <a className={css.link} href={href(at('/pages/personal/transaction/index', { order: mission.about.id }))}>
          {t('story')}
        </a>
      )}
      <Button type="submit" busy={busy}>
        {t('check')}
      </Button>
    </form>
  );
}
