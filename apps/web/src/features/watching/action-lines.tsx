import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { href } from '#shell/navigation.ts';
import { Term } from '#features/terms/term.tsx';
import { Note } from '#ui/note.tsx';
import { Tag } from '#ui/choice.tsx';
import { showNumber, showPrice } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import css from './watching.module.css';

type Action = Data<'calendar'>['list'][number];

/** Announcements change with the market day. */
const STALE_MS = 60_000;

/** Asked by a page that waits for what it shows above other things. */
export const useActions = (code: string) =>
  useCall('calendar', { code }, { enabled: code !== '', staleMs: STALE_MS, refetchMs: STALE_MS });

/**
 * What the company has announced, and the last thing it did; nothing when there is nothing. Needs the
 * namespace `watching`.
 */
export function ActionLines({ code, past = false }: { readonly code: string; readonly past?: boolean }) {
  const { t } = useTranslation('watching');
  const today = useMarketClock(({ market }) => market?.marketDate);
  const line = useActionLine();
  const why = useActionWhy();
  const { data } = useActions(code);
  // An offer until it closes, a demerger until the new share is listed.
  const isOpen = ({ offer, demerger }: Action): boolean =>
    today !== undefined && today <= (offer?.closesOn ?? demerger?.listsOn ?? '');
  const ahead = data?.list.filter((action) => !action.past || isOpen(action)) ?? [];
  const last = past ? data?.list.find((action) => action.past && !isOpen(action)) : undefined;
  if (ahead.length === 0 && !last) return null;
  return (
    <>
      {ahead.map((action) => (
        <Note key={action.id} tone="sky" className={css.action}>
          <b>{line(action)}</b> {why(action)} <ActionWord kind={action.kind} />{' '}
          {action.demerger && action.past && (
            <a href={href(`/pages/market/details?code=${action.demerger.into}`)}>
              {t('seeDemerged', { into: action.demerger.into })}
            </a>
          )}
          {action.offer && action.past && <a href={href('/pages/personal/holderOffers/index')}>{t('takePart')}</a>}
        </Note>
      ))}
      {last && <p className={css.past}>{line(last)}</p>}
    </>
  );
}

/** "Ex-dividend" on its date: the day's change has the dividend in it. */
export function ExMark({ code }: { readonly code: string }) {
  const { t } = useTranslation('watching');
  const { data } = useActions(code);
  const today = useMarketClock(({ market }) => market?.marketDate);
  const action = data?.list.find(({ exDate }) => exDate === today);
  return action ? <Tag>{t(`ex.${action.kind}`)}</Tag> : null;
}

/** The word of an action that the reader may not know. */
const WORDS = {
  rights: { term: 'entitlement', text: 'whatIsRights' },
  buyback: { term: 'buyback', text: 'whatIsBuyback' },
  demerger: { term: 'demerger', text: 'whatIsDemerger' },
} as const;

function ActionWord({ kind }: { readonly kind: Action['kind'] }) {
  const { t } = useTranslation('watching');
  if (kind !== 'rights' && kind !== 'buyback' && kind !== 'demerger') return null;
  const { term, text } = WORDS[kind];
  return <Term name={term}>{t(text)}</Term>;
}

const isPaid = (paysOn: string | null, today: string | undefined): boolean =>
  paysOn !== null && today !== undefined && paysOn <= today;

/** What it means for a holder. */
function useActionWhy() {
  const { t } = useTranslation('watching');
  const language = useLanguage();
  return ({ kind, offer, demerger }: Action): string => {
    if (demerger)
      return t('demergerWhy', {
        name: demerger.name,
        into: demerger.into,
        profit: showNumber(demerger.profitPercent, language),
        cost: showNumber(demerger.costPercent, language),
        lists: showMarketDate(demerger.listsOn, language),
      });
    if (!offer) return t(kind === 'dividend' ? 'dividendWhy' : 'changeWhy');
    const [from, until] = [showMarketDate(offer.opensOn, language), showMarketDate(offer.closesOn, language)];
    return t('offerWhy', { from, until });
  };
}

/** An action in one line: "Ex-dividend 24 Nov: ₹4.50 a share, paid on 9 Dec". */
export function useActionLine() {
  const { t } = useTranslation('watching');
  const language = useLanguage();
  const today = useMarketClock(({ market }) => market?.marketDate);
  return ({ kind, exDate, perShare, paysOn, factor, bonus, offer, demerger, past }: Action): string => {
    const date = showMarketDate(exDate, language);
    switch (kind) {
      case 'dividend':
        return t(past ? (isPaid(paysOn, today) ? 'dividendPaid' : 'dividendWas') : 'dividend', {
          date,
          amount: showPrice(perShare, language),
          pays: showMarketDate(paysOn ?? exDate, language),
        });
      case 'split':
        return t(past ? 'splitWas' : 'split', { date, times: factor?.[0] ?? 1 });
      case 'bonus':
        return t(past ? 'bonusWas' : 'bonus', { date, a: bonus?.[0] ?? 1, b: bonus?.[1] ?? 1 });
      case 'rights': {
        const [a, b] = offer?.ratio ?? [1, 1];
        return t(past ? 'rightsWas' : 'rights', { date, a, b, price: showPrice(offer?.price ?? null, language) });
      }
      case 'demerger': {
        const [a, b] = demerger?.ratio ?? [1, 1];
        return t(past ? 'demergerWas' : 'demerger', { date, a, b, into: demerger?.into ?? '' });
      }
      case 'buyback':
        return t(past ? 'buybackWas' : 'buyback', { date, price: showPrice(offer?.price ?? null, language) });
    }
  };
}
