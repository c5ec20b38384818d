import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketSeconds } from '#lib/time.ts';
import { ConnectionBanner } from '#shell/connection-banner.tsx';
import { Page } from '#shell/page.tsx';
import { IconButton } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { LabDepth, LabTape, OwnOrders } from './lab-lists.tsx';
import { Choices } from './lab-pickers.tsx';
import type { LaneOrder } from './lane.ts';
import { Actions, LaneChoice, Outcome, ReplayStrip, SealOf } from './replay.tsx';
import { Stage } from './stage.tsx';
import { useReplay, type ReplayProps } from './use-replay.ts';
import { WhatIfForm } from './what-if-sheet.tsx';
import css from './replay-desk.module.css';

/**
 * A day that is there, on the desk: the orders of the day, the day as it plays, and what another order would have made
 * of it.
 */
export function ReplayDesk(props: ReplayProps) {
  const { ownIds, day, lane } = props;
  const { t } = useTranslation(['lab', 'nav']);
  const language = useLanguage();
  const replay = useReplay(props);
  const { player, step, move, shown, own, ownThen, changed } = replay;
  const [about, setAbout] = useState<LaneOrder>();
  return (
    <Page bar={<></>} className={css.page}>
      <section className={css.card}>
        <header className={css.head}>
          <h1>{t('nav:lab')}</h1>
          <IconButton icon="copy" label={t('copyLink')} onClick={replay.copyLink} />
        </header>
        <Choices {...props} asRows />
        <h2 className={css.heading}>{t('mine')}</h2>
        <div className={css.rest} tabIndex={0} role="region" aria-label={t('mine')}>
          <OwnOrders
            day={day}
            ofReader={ownIds && ownThen}
            onGo={(to) => move(day.times[to]!)}
            onChange={(order) => {
              player.stop();
              setAbout(order);
            }}
          />
        </div>
        <SealOf {...props} step={step} />
      </section>
      <div className={css.middle}>
        <section className={css.card}>
          <ConnectionBanner />
          <ReplayStrip {...props} />
          <Stage
            day={day}
            lane={shown}
            own={own}
            player={player}
            onSpeed={replay.setSpeed}
            onMove={move}
            head={
              <div className={css.name}>
                <b>{day.code}</b>
                <p>{day.names[language]}</p>
              </div>
            }
            lanes={<LaneChoice {...props} {...replay} />}
            fills
          />
        </section>
        <div className={css.lists}>
          <section className={css.card}>
            <h2 className={css.heading}>{t('depth')}</h2>
            <LabDepth day={day} lane={shown} step={step} />
          </section>
          <section className={css.card}>
            <h2 className={css.heading}>{t('tape')}</h2>
            <div className={css.rest} tabIndex={0} role="region" aria-label={t('tape')}>
              <LabTape day={day} lane={shown} step={step} own={own} />
            </div>
          </section>
        </div>
      </div>
      <div className={css.side}>
        {/* The moment stands still for an order that is written. */}
        <section className={css.card} onFocus={player.stop}>
          <h2 className={css.title}>{t('whatIfAt', { time: showMarketSeconds(day.times[step]) })}</h2>
          <div className={css.form}>
            <WhatIfForm
              key={`${day.marketDate} ${day.code} ${about?.id}`}
              day={day}
              lane={lane}
              step={step}
              own={ownThen}
              about={about}
              onSee={replay.ask}
            />
          </div>
        </section>
        <Outcome {...props} replay={replay} />
        <Actions from={changed?.atMs} {...replay} />
        <Note>{t('limits')}</Note>
      </div>
    </Page>
  );
}
