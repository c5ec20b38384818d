import { useState } from 'react';
import { useIsSchool } from '#api/config.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import type { Data } from '@khara/contract';
import { missionAt } from '#features/learn/missions.ts';
import type { MissionState } from '#features/learn/use-missions.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate, showTime } from '#lib/time.ts';
import { clockText, dayParts, timeOfDay, type DayPart } from '#shell/market-day/day-parts.ts';
import { href } from '#shell/navigation.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Dot, TeacherSees } from './teacher-sees.tsx';
import css from './classes.module.css';

type Seat = NonNullable<Data<'ownClass'>['own']>;

/** A day "2026-12-18" as its reader writes it. */
export const showClassDay = (day: string, language: ReturnType<typeof useLanguage>): string =>
  showMarketDate(Date.parse(`${day}T00:00:00Z`), language);

/** The class in which the reader has a seat: null without one, undefined until it is known. */
export function useOwnClass(): Seat | null | undefined {
  const enabled = useSignedIn();
  const { data, failure } = useCall('ownClass', {}, { enabled, refetchMs: 10_000 });
  return !enabled || failure ? null : data?.own;
}

/** The class of a seat, on top of Learn: what is set for it, and what its teacher sees. */
export function OwnClass({
  own,
  missions,
}: {
  readonly own: Seat;
  readonly missions: ReadonlyMap<string, MissionState> | undefined;
}) {
  const { t } = useTranslation(['classes', 'learn']);
  const language = useLanguage();
  const [looks, setLooks] = useState(false);
  const isDone = (id: string): boolean => missions?.get(id)?.state === 'seen';
  const all = own.missions.length;
  const now = useMarketNow();
  const market = useMarketClock((clock) => clock.market);
  const next = missions && own.missions.find(({ id }) => !isDone(id));
  const stateOf = ({ id, on }: (typeof own.missions)[number]): string => {
    const at = missions?.get(id)?.at;
    if (isDone(id)) return at == null ? t('done') : t('doneAt', { time: showTime(at, language) });
    const isNext = id === next?.id;
    const auction = isNext ? auctionAt(id, market?.marketDate, now) : undefined;
    const words = [
      ...(isNext ? [t('next')] : []),
      ...(auction === undefined ? [] : [t('auctionAt', { time: auction })]),
      ...(on === null ? [] : [t('forDay', { date: showClassDay(on, language) })]),
    ];
    return words.length === 0 ? t('notDone') : listed(...words);
  };
  return (
    <section aria-label={own.name}>
      <div className={css.seat}>
        <b className={css.number}>{own.seat}</b>
        <div>
          <h2>{own.name}</h2>
          <p>{t('seatText', { n: own.seat })}</p>
          <p>{t('yourCode', { code: own.code })}</p>
          {own.movedAt !== null && <p>{t('movedHere', { time: showTime(own.movedAt, language) })}</p>}
          <p>{t('ends', { date: showClassDay(own.endsOn, language) })}</p>
        </div>
      </div>
      <SectionHead title={t('forClass')}>
        {all > 0 && (
          <span className={css.small}>
            {t('doneOf', { done: own.missions.filter(({ id }) => isDone(id)).length, all })}
          </span>
        )}
      </SectionHead>
      {all === 0 ? (
        <Card>{t('noMissions')}</Card>
      ) : (
        <RowGroup>
          {own.missions.map((one) => (
            <ListRow
              key={one.id}
              lead={<Dot isDone={isDone(one.id)} />}
              title={t(`learn:missions.${one.id}.title`)}
              text={stateOf(one)}
              href={href(missionAt(one.id))}
            />
          ))}
        </RowGroup>
      )}
      <div className={css.sees}>
        <RowGroup>
          <ListRow icon="eye" title={t('sees')} text={t('seesShort')} onPress={() => setLooks(true)} />
        </RowGroup>
      </div>
      <Sheet open={looks} onClose={() => setLooks(false)} title={t('sees')}>
        <TeacherSees />
      </Sheet>
    </section>
  );
}

/** Missions that wait for an auction, and the part of the day that is it. */
const AUCTIONS: Readonly<Record<string, DayPart>> = {
  opening: 'pre_open',
  better: 'pre_open',
  closing: 'closing_auction',
};

/** When the auction of a mission begins, "15:15", while that is still to come on this market day. */
function auctionAt(mission: string, day: string | undefined, now: number | undefined): string | undefined {
  if (day === undefined || now === undefined) return undefined;
  const span = dayParts(day, true).find(({ part }) => part === AUCTIONS[mission]);
  return span && span.fromMs > timeOfDay(now) ? clockText(span.fromMs) : undefined;
}

/** Ways to classes: to take a seat, and to teach where that is offered. */
export function ClassRows() {
  const { t } = useTranslation(['classes', 'nav']);
  const isSchool = useIsSchool();
  const signedIn = useSignedIn();
  const { data } = useCall('classes', {}, { enabled: signedIn && !isSchool });
  return (
    <>
      <ListRow icon="ticket" title={t('nav:joinClass')} text={t('joinSub')} href={href('/pages/class/join')} />
      {(isSchool || data?.isOffered) && (
        <ListRow icon="people" title={t('teach')} text={t('teachText')} href={href('/pages/class/index')} />
      )}
    </>
  );
}
