import type { Data } from '@khara/contract';
import { useState } from 'react';
import { fetchFile } from '#api/fetch-file.ts';
import { useCall } from '#api/use-call.ts';
import { ChoiceSheet } from '#features/bill/choice-sheet.tsx';
import { labelled } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip, ChipBar } from '#ui/choice.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import css from './papers.module.css';

type Papers = Data<'dayPapers'>;

/** The market day that runs closes within minutes or hours: its papers appear without a pull. */
const REFETCH_MS = 60_000;

/** The papers of a closed market day: what each is, and its file. */
export default function DayPapers() {
  const { t } = useTranslation('dayPapers');
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const [choosing, setChoosing] = useState(false);
  const asked = query.get('date') ?? undefined;
  const papers = useCall('dayPapers', asked === undefined ? {} : { marketDate: asked }, {
    refetchMs: REFETCH_MS,
  });
  const { data, failure } = papers;
  const date = data?.marketDate ?? undefined;
  return (
    <Page
      {...(date !== undefined && { subtitle: showMarketDate(date, language) })}
      {...(data &&
        date !== undefined && {
          below: (
            <ChipBar>
              <Chip opens icon="clock" onPress={() => setChoosing(true)}>
                {showMarketDate(date, language)}
              </Chip>
            </ChipBar>
          ),
        })}
      onRefresh={papers.again}
    >
      <Answer
        of={papers}
        wait={<SkeletonRows rows={5} />}
        refused={{
          no_day_papers: (
            <Empty
              icon="statement"
              title={failure?.message ?? ''}
              action={{ label: t('newest'), onPress: () => change({ date: undefined }) }}
            />
          ),
        }}
      >
        {(shown) =>
          date !== undefined ? (
            <>
              <p className={css.intro}>{t('intro')}</p>
              <Note tone="sky" className={css.note}>
                {t('running', { date: showMarketDate(shown.running, language) })}
              </Note>
              {shown.papers.map((paper) => (
                <PaperCard key={`${date} ${paper.paper}`} date={date} paper={paper} />
              ))}
              <p className={css.intro}>{t('check')}</p>
              <ChoiceSheet
                open={choosing}
                title={t('chooseDay')}
                value={date}
                options={shown.days.map((day) => ({ value: day, label: showMarketDate(day, language) }))}
                onChoose={(day) => change({ date: day === shown.days[0] ? undefined : day })}
                onClose={() => setChoosing(false)}
              />
            </>
          ) : (
            <Empty icon="statement" title={t('none')} text={t('noneText')} />
          )
        }
      </Answer>
    </Page>
  );
}

function PaperCard({ date, paper }: { readonly date: string; readonly paper: Papers['papers'][number] }) {
  const { t } = useTranslation('dayPapers');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const { paper: kind, rows, sha256 } = paper;
  const name = t(`name.${kind}`);

  async function get(): Promise<void> {
    setBusy(true);
    const fetched = await fetchFile('dayPaper', { marketDate: date, paper: kind, version: sha256 });
    setFailed(fetched.ok ? undefined : fetched.message);
    setBusy(false);
  }

  return (
    <Card className={css.card}>
      <div className={css.head}>
        <h2 className={css.title}>{name}</h2>
        <span className={css.lines}>
          {rows === 0 ? t('noLines') : rows === 1 ? t('oneLine') : t('lines', { n: showCount(rows, language) })}
        </span>
      </div>
      <p className={css.what}>{t(`what.${kind}`)}</p>
      <div className={css.actions}>
        <Button
          size="md"
          look="secondary"
          icon="recharge"
          busy={busy}
          aria-label={t('get', { name })}
          onClick={() => void get()}
        >
          CSV
        </Button>
        <TextButton
          title={labelled(t('hash'), sha256)}
          aria-label={labelled(t('copyHash'), name)}
          onClick={() => void copyText(sha256)}
        >
          {t('copyHash')}
        </TextButton>
      </div>
      {failed !== undefined && <Note tone="warn">{failed}</Note>}
    </Card>
  );
}
