import { useMemo, useState } from 'react';
import type { Data } from '@khara/contract';
import { call, queryClient } from '#api/client.ts';
import { useFeed } from '#api/feed.ts';
import { queryKey } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { BoardClock } from '#features/classes/board-clock.tsx';
import { boardCsv } from '#features/classes/board-csv.ts';
import { BoardTable } from '#features/classes/board-table.tsx';
import { Distribution } from '#features/classes/distribution.tsx';
import { JoinBig, JoinCard } from '#features/classes/join-card.tsx';
import { MissionPicker, type Assignments } from '#features/classes/mission-picker.tsx';
import { useForgottenNames, useNames } from '#features/classes/names.ts';
import { showClassDay } from '#features/classes/own-class.tsx';
import { CannotSee, Dot } from '#features/classes/teacher-sees.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showTimeSeconds } from '#lib/time.ts';
import { saveFile } from '#lib/save-file.ts';
import { at, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useWide } from '#shell/use-wide.ts';
import { Answer } from '#ui/answer.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { toast } from '#ui/toast.ts';
import css from '#features/classes/board.module.css';

/** What the board shows is at most a second old. */
const EVERY_MS = 500;

type Board = Data<'classBoard'>;

/** The board of a class for its teacher and for the wall. */
export default function ClassBoard() {
  const { t } = useTranslation(['classes', 'learn']);
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const id = query.get('id') ?? '';
  const board = useCall('classBoard', { id }, { refetchMs: EVERY_MS, staleMs: 0 });
  const { names } = useNames(id);
  const isBig = query.has('big');
  const useWords = useWide();
  const { data } = board;
  const oldSince = useOldSince(id, board.unreached);
  useForgottenNames(useMemo(() => (data ? [data] : []), [data]));

  const save = (of: Board): void => {
    const csv = boardCsv(of, {
      head: [t('seat'), t('exportName')],
      names,
      done: t('done'),
      notDone: t('notDone'),
      titleOf: (mission) => t(`learn:missions.${mission}.title`),
    });
    saveFile(new Blob(['\uFEFF', csv], { type: 'text/csv' }), `${of.name || of.code}.csv`);
  };
  const print = {
    onClick: () => redirectTo(at('/pages/class/slips', { id })),
    disabled: data?.endedAt !== null,
  };
  const tools =
    data &&
    (useWords ? (
      <>
        <Button size="md" look="text" className={css.tool} {...print}>
          {t('printSlips')}
        </Button>
        <Button size="md" look="secondary" className={css.tool} onClick={() => save(data)}>
          {t('exportCsv')}
        </Button>
      </>
    ) : (
      <>
        <IconButton icon="print" label={t('printSlips')} {...print} />
        <IconButton icon="statement" label={t('exportCsv')} onClick={() => save(data)} />
      </>
    ));
  return (
    <Page
      title={data?.name || t('ended')}
      {...(data && { subtitle: t('boardSub', { n: data.seats }) })}
      {...(data && { tools })}
    >
      <Answer of={board} wait={<SkeletonRows rows={8} />}>
        {(shown) =>
          isBig ? (
            <>
              <JoinBig head={shown} />
              <Button look="text" onClick={() => change({ big: undefined })}>
                {t('back')}
              </Button>
            </>
          ) : (
            <div className={css.board}>
              <div className={css.side}>
                {shown.endedAt === null && (
                  <BoardClock id={id} clock={shown.clock} isReached={oldSince === undefined} />
                )}
                {shown.endedAt === null && <JoinCard head={shown} onBig={() => change({ big: '1' })} />}
                <CannotSee />
              </div>
              <Card className={css.middle} pad={false}>
                <h2 className={css.tableHead}>
                  {t('bySeat')}
                  <span className={cx(css.small, css.legend)} aria-hidden="true">
                    <Dot isDone /> {t('done')} <Dot isDone={false} /> {t('notDone')}
                  </span>
                </h2>
                {oldSince !== undefined && (
                  <Note tone="warn" icon="offline">
                    {t('dotsSince', { time: showTimeSeconds(oldSince, language) })}
                  </Note>
                )}
                <BoardTable board={shown} names={names} />
              </Card>
              <div className={css.side}>
                <Assigned board={shown} again={board.again} />
                <Distribution id={id} />
                <End board={shown} again={board.again} onExport={() => save(shown)} />
              </div>
            </div>
          )
        }
      </Answer>
    </Page>
  );
}

/** Real ms of what the board shows, where it could not be asked for again: without a network, or its server. */
function useOldSince(id: string, isUnreached: boolean): number | undefined {
  const isOnline = useFeed(({ online }) => online);
  if (isOnline && !isUnreached) return undefined;
  return queryClient.getQueryState(queryKey('classBoard', { id }))?.dataUpdatedAt;
}

type Changing = { readonly board: Board; readonly again: () => Promise<unknown> };

/** Missions with how many have done each, and the choice of others. */
function Assigned({ board, again }: Changing) {
  const { t } = useTranslation(['classes', 'learn']);
  const language = useLanguage();
  const [chosen, setChosen] = useState<Assignments>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const result = await call('changeClass', { id: board.id, missions: chosen ?? [] });
    setBusy(false);
    if (!result.ok) return toast(result.message, { urgent: true });
    setChosen(undefined);
    await again();
  };
  return (
    <Card>
      <h2 className={css.head}>
        {t('missions')}{' '}
        {board.endedAt === null && <TextButton onClick={() => setChosen(board.missions)}>{t('choose')}</TextButton>}
      </h2>
      {board.missions.map(({ id, on }, index) => {
        const done = board.list.filter((seat) => seat.done.includes(id)).length;
        return (
          <div key={id} className={css.mission}>
            <span>
              {index + 1}. {t(`learn:missions.${id}.title`)}
              {on !== null && <small> {t('forDay', { date: showClassDay(on, language) })}</small>}
            </span>
            <span className={css.small}>{t('ofAll', { done, all: board.list.length })}</span>
            <i style={{ backgroundSize: `${board.list.length === 0 ? 0 : (done / board.list.length) * 100}% 100%` }} />
          </div>
        );
      })}
      <Sheet
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={t('missions')}
        dock={
          <Button busy={isBusy} onClick={() => void save()}>
            {t('save')}
          </Button>
        }
      >
        <MissionPicker chosen={chosen ?? []} onChange={setChosen} />
      </Sheet>
    </Card>
  );
}

/** The last day, and the end before it: asked for, and what goes is named. */
function End({ board, again, onExport }: Changing & { readonly onExport: () => void }) {
  const { t } = useTranslation('classes');
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (board.endedAt !== null) return <Note>{t('ended')}</Note>;
  const end = async (): Promise<void> => {
    setBusy(true);
    const result = await call('endClass', { id: board.id });
    setBusy(false);
    setAsked(false);
    if (!result.ok) return toast(result.message, { urgent: true });
    await again();
  };
  return (
    <Card>
      <p>{t('ends', { date: showClassDay(board.endsOn, language) })}</p>
      <Button look="text" size="md" onClick={() => setAsked(true)}>
        {t('endClass')}
      </Button>
      <Sheet
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('endAsk')}
        dock={
          <Button busy={isBusy} onClick={() => void end()}>
            {t('endClass')}
          </Button>
        }
      >
        <p>{t('endText')}</p>
        <p>
          {t('endNames')} <TextButton onClick={onExport}>{t('exportCsv')}</TextButton>
        </p>
      </Sheet>
    </Card>
  );
}
