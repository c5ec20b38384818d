import { useState } from 'react';
import { DAY_MS, plainDigits } from '@khara/rules';
import { useTranslation } from '#i18n/use-translation.ts';
import { fetchFile, type DownloadProgress, type DownloadResult } from '#api/fetch-file.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { Progress } from '#ui/progress.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './proof.module.css';

/** Longest statement; the server says the same. */
const MAX_DAYS = 366;

/**
 * Documents to take away: the statement of some dates, a day's contract note, a year's tax report. Needs the
 * namespace `proof`.
 */
export function DocumentsSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('proof');
  const language = useLanguage();
  const today = useMarketClock((clock) => clock.market?.marketDate) ?? '';
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const [day, setDay] = useState<string>();
  const [year, setYear] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [coming, setComing] = useState<DownloadProgress>();
  const [failed, setFailed] = useState<string>();
  const dates = { from: from ?? dayBefore(today, 30), to: to ?? today };
  const marketDate = day ?? today;
  const financialYear = year ?? toFinancialYear(today);

  const get = async (ask: () => Promise<DownloadResult>) => {
    setBusy(true);
    setComing(undefined);
    setFailed(undefined);
    const fetched = await ask();
    if (!fetched.ok) setFailed(fetched.message);
    setBusy(false);
  };
  // Excel reads other letters than English ones by a mark that programs stumble over.
  const sheet = language === 'en' ? 'csv' : 'excel';
  const statement = (format: 'pdf' | 'csv' | 'excel') =>
    get(() => fetchFile('statementFile', { ...dates, format }, setComing));
  const taxReport = (format: 'pdf' | 'csv' | 'excel') =>
    get(() => fetchFile('taxReport', { financialYear, format }, setComing));
  const working = coming ? t('getting', { size: showCount(Math.ceil(coming.bytes / 1000), language) }) : t('making');
  const look = { size: 'md', look: 'secondary', disabled: busy || today === '' } as const;
  return (
    <Sheet open={open} onClose={onClose} title={t('documents')}>
      {failed !== undefined && <Note tone="warn">{t('noFile', { cause: failed })}</Note>}
      {busy && (
        <Note tone="sky">
          {working}
          <Progress label={working} part={coming?.part} />
        </Note>
      )}
      <h3 className={css.head}>{t('statement')}</h3>
      <p className={css.what}>{t('statementText', { days: MAX_DAYS })}</p>
      <div className={css.fields}>
        <Field label={t('from')} type="date" value={dates.from} onChange={(event) => setFrom(event.target.value)} />
        <Field label={t('to')} type="date" value={dates.to} onChange={(event) => setTo(event.target.value)} />
      </div>
      <div className={css.pair}>
        <Button {...look} onClick={() => void statement('pdf')}>
          {t('getPdf')}
        </Button>
        <Button {...look} onClick={() => void statement(sheet)}>
          {t('getCsv')}
        </Button>
      </div>
      <h3 className={css.head}>{t('contractNote')}</h3>
      <p className={css.what}>{t('contractNoteText')}</p>
      <div className={css.fields}>
        <Field label={t('marketDay')} type="date" value={marketDate} onChange={(event) => setDay(event.target.value)} />
      </div>
      <Button {...look} onClick={() => void get(() => fetchFile('contractNote', { marketDate }, setComing))}>
        {t('getPdf')}
      </Button>
      <h3 className={css.head}>{t('taxReport')}</h3>
      <p className={css.what}>{t('taxReportText')}</p>
      <div className={css.fields}>
        <Field
          label={t('financialYear')}
          value={financialYear}
          maxLength={7}
          inputMode="text"
          onChange={(event) => setYear(plainDigits(event.target.value).trim())}
        />
      </div>
      <div className={css.pair}>
        <Button {...look} onClick={() => void taxReport('pdf')}>
          {t('getPdf')}
        </Button>
        <Button {...look} onClick={() => void taxReport(sheet)}>
          {t('getCsv')}
        </Button>
      </div>
    </Sheet>
  );
}

/** The date `days` before a market date; undefined without one. */
export function dayBefore(marketDate: string, days: number): string {
  const at = Date.parse(`${marketDate}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at - days * DAY_MS).toISOString().slice(0, 10);
}

/** The financial year of a market date, from April to March: "2026-27". */
export function toFinancialYear(marketDate: string): string {
  const [year = 0, month = 1] = marketDate.split('-').map(Number);
  const begins = month >= 4 ? year : year - 1;
  return marketDate === '' ? '' : `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
}
