import type { Data } from '@khara/contract';
import { MEASURES, stageName, type SurveillanceStage } from '@khara/rules';
import { Term } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { at, href } from '#shell/navigation.ts';
import { Note } from '#ui/note.tsx';
import css from './surveillance-note.module.css';

type Stock = Data<'marketDetail'>;

/** The article that tells what a circuit without buyers is, and why a share is watched. */
const ARTICLE = href(at('/pages/news/details', { id: 'why-can-i-not-sell' }));

/**
 * What is special about a share under surveillance, or with a band narrower than usual: stage, band, what it is taken
 * for, and a book with one side alone. Nothing for any other. Needs `surveillance`.
 */
export default function SurveillanceNote({ stock, className }: { readonly stock: Stock; readonly className?: string }) {
  const { t } = useTranslation('surveillance');
  const { surveillance, bandPercent } = stock;
  // The server sends what packages/rules names.
  const stage = surveillance?.stage as SurveillanceStage | undefined;
  const percent = bandPercent ?? 0;
  return (
    <Note tone="warn" {...(className !== undefined && { className })}>
      <p>
        <b>
          <Term name={stage ? 'surveillance' : 'band'}>
            {stage ? t('under', { stage: stageName(stage) }) : t('narrow', { percent })}
          </Term>
        </b>
      </p>
      {stage && (
        <p>
          {t(toFramework(stage))} {t('band', { percent })}{' '}
          {t(MEASURES[stage].marginPercent < 100 ? 'halfMargin' : 'delivery', {
            percent: MEASURES[stage].marginPercent,
          })}
        </p>
      )}
      {stage && MEASURES[stage].isTradeForTrade && (
        <p>
          <Term name="tradeForTrade">{t('tradeForTrade')}</Term>
        </p>
      )}
      <OneSided stock={stock} />
      <p>
        {t('thin')}{' '}
        <a className={css.link} href={ARTICLE}>
          {t('article')}
        </a>
      </p>
    </Note>
  );
}

const toFramework = (stage: SurveillanceStage) =>
  stage.startsWith('gsm') ? 'gsm' : stage.startsWith('asm_long') ? 'asm_long' : 'asm_short';

/** That a limit of the band is reached and one side of the book is empty, with the queue before a new order. */
function OneSided({ stock: { depth, phase } }: { readonly stock: Stock }) {
  const { t } = useTranslation('surveillance');
  const language = useLanguage();
  if (!depth || phase !== 'continuous') return null;
  const { bids, asks, totalBid, totalAsk } = depth;
  const text =
    bids.length === 0 && asks.length > 0
      ? t('noBuyers', { ahead: showCount(totalAsk, language) })
      : asks.length === 0 && bids.length > 0
        ? t('noSellers', { ahead: showCount(totalBid, language) })
        : undefined;
  return (
    text && (
      <p role="status">
        <Term name="circuit">{text}</Term>
      </p>
    )
  );
}
