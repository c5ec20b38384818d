import { useId, useRef, useState } from 'react';
import type { Data } from '@khara/contract';
import { useCall } from '#api/use-call.ts';
import { joinAddress, spokenAddress } from '#features/classes/join-address.ts';
import { LocalhostNote } from '#features/classes/localhost-note.tsx';
import { givenName, readText } from '#features/classes/names-csv.ts';
import { useNames } from '#features/classes/names.ts';
import { showClassDay } from '#features/classes/own-class.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { at, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Money } from '#ui/amount.tsx';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note } from '#ui/note.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { TextButton } from '#ui/text-button.tsx';
import css from '#features/classes/slips.module.css';
import '#ui/printed.css';
import { lazyPart } from '#ui/lazy-part.tsx';

const Qr = lazyPart(() => import('#features/money/qr.tsx'));
const OF_A_SHEET = 12;

/** Slips to print, with names that this browser alone has. */
export default function ClassSlips() {
  const { t } = useTranslation('classes');
  const [query] = usePageQuery();
  const id = query.get('id') ?? '';
  const slips = useCall('classSlips', { id });
  const sheets = Math.ceil((slips.data?.slips.length ?? 0) / OF_A_SHEET);
  return (
    <Page
      title={slips.data?.name ?? t('slipsSub')}
      subtitle={t('slipsSub')}
      dock={
        <div className={css.dock}>
          <Button look="text" onClick={() => redirectTo(at('/pages/class/board', { id }))}>
            {t('back')}
          </Button>
          <Button icon="print" disabled={sheets === 0} onClick={() => print()}>
            {t('print', { count: sheets })}
          </Button>
        </div>
      }
    >
      <Answer of={slips} wait={<SkeletonRows rows={8} />}>
        {(shown) => <Slips id={id} shown={shown} />}
      </Answer>
    </Page>
  );
}

function Slips({ id, shown }: { readonly id: string; readonly shown: Data<'classSlips'> }) {
  const { t } = useTranslation('classes');
  const language = useLanguage();
  const { csv, names, change } = useNames(id);
  const file = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const field = useId();
  const load = async (input: HTMLInputElement): Promise<void> => {
    const [chosen] = input.files ?? [];
    const text = chosen && (await readText(chosen));
    setRefused(chosen !== undefined && text === undefined);
    if (text !== undefined) change(text);
    input.value = ''; // the same file may be chosen again, mended
  };
  return (
    <div className={css.slips}>
      <Card className={css.names}>
        <h2 className={css.head}>
          {t('names')} <TextButton onClick={() => file.current?.click()}>{t('chooseFile')}</TextButton>
        </h2>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          aria-label={t('chooseFile')}
          onChange={({ target }) => void load(target)}
        />
        {isRefused && (
          <p className={css.wrong} role="alert">
            {t('notText')}
          </p>
        )}
        <Note tone="gold" icon="lock">
          <b>{t('namesStay')}</b> {t('namesText', { n: shown.seats })}
        </Note>
        <label htmlFor={field}>{t('oneALine')}</label>
        <textarea
          id={field}
          className={css.csv}
          rows={12}
          spellCheck={false}
          autoComplete="off"
          value={csv}
          onChange={({ target }) => change(target.value)}
        />
        <p className={css.small} role="status">
          {t('read', { count: names.length })} {names.length > shown.seats && t('tooMany', { n: shown.seats })}
        </p>
        <KeyValue label={t('start')}>
          <Money value={shown.start} hideable={false} />
        </KeyValue>
        <KeyValue label={t('codesEnd')}>{showClassDay(shown.endsOn, language)}</KeyValue>
      </Card>
      <section className={css.paper} data-printed="" aria-label={t('slipsSub')}>
        <LocalhostNote className={css.warn} />
        <p className={css.hint}>{t('cut')}</p>
        <div className={css.sheets}>
          {shown.slips.map(({ seat, code }) => (
            <div key={seat} className={css.slip}>
              <div>
                <b>{shown.name}</b>
                <span>
                  {t('slipSeat', { n: seat })}
                  {names[seat - 1] !== undefined && `, ${givenName(names[seat - 1]!)}`}
                </span>
              </div>
              <span className={css.qr}>
                <Qr text={joinAddress(code)} label={t('slipQr', { n: seat })} />
              </span>
              <b className={css.code}>{code.replaceAll('-', ' ')}</b>
              <small>
                {spokenAddress()} · {t('slipFoot')}
              </small>
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}
