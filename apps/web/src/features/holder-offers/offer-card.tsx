import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Term } from '#features/terms/term.tsx';
import { href, navigateTo } from '#shell/navigation.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Tag } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import css from './holder-offers.module.css';

export type HolderOffer = Data<'holderOffers'>['list'][number];

const LESSONS = { rights: 'rights-issues-and-entitlements', buyback: 'buybacks-by-tender' } as const;

type Props = {
  readonly offer: HolderOffer;
  readonly busy: boolean;
  readonly onTake: () => void;
  readonly onWithdraw: () => void;
};

/** An offer of a company, what of it is the reader's, and what can be done now. Needs the namespace `holderOffers`. */
export function OfferCard({ offer, busy, onTake, onWithdraw }: Props) {
  const { t } = useTranslation('holderOffers');
  const { kind, code, name, stage, most, application } = offer;
  const taken = stage === 'open' && application !== null && application.got === null;
  return (
    <Card className={css.card}>
      <header className={css.head}>
        <div>
          <h2>
            <a href={href(`/pages/market/details?code=${code}`)}>{name}</a>
          </h2>
          <p>
            {t(kind)} · {code}
          </p>
        </div>
        <Stage offer={offer} />
      </header>
      <Terms offer={offer} />
      <Own offer={offer} />
      <Result offer={offer} />
      <Warning offer={offer} />
      <div className={css.keys}>
        {stage === 'open' && !taken && most > 0 && (
          <Button size="md" busy={busy} onClick={onTake}>
            {t(kind === 'rights' ? 'apply' : 'doTender')}
          </Button>
        )}
        {offer.entitlements?.tradable === true && offer.entitlements.free > 0 && (
          <Button
            look="line"
            size="md"
            onClick={() => navigateTo(`/pages/market/buy?code=${offer.entitlements!.code}&side=sell`)}
          >
            {t('sell')}
          </Button>
        )}
        {taken && (
          <Button look="line" size="md" busy={busy} onClick={onWithdraw}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      <a className={css.lesson} href={href(`/pages/news/details?id=${LESSONS[kind]}`)}>
        {t(kind === 'rights' ? 'learnRights' : 'learnBuyback')}
      </a>
    </Card>
  );
}

function Stage({ offer: { stage, opensOn, closesOn, settlesOn } }: { readonly offer: HolderOffer }) {
  const { t } = useTranslation('holderOffers');
  const language = useLanguage();
  switch (stage) {
    case 'coming':
      return <Tag>{t('comes', { date: showMarketDate(opensOn, language) })}</Tag>;
    case 'open':
      return <Tag tone="up">{t('open', { date: showMarketDate(closesOn, language) })}</Tag>;
    case 'closed':
      return <Tag>{t('closed', { date: showMarketDate(settlesOn, language) })}</Tag>;
    case 'done':
      return <Tag>{t('done')}</Tag>;
  }
}

function Terms({ offer }: { readonly offer: HolderOffer }) {
  const { t } = useTranslation('holderOffers');
  const language = useLanguage();
  const { kind, ratio, price, lastPrice, opensOn, closesOn, settlesOn, entitlements, tax } = offer;
  const day = (date: string) => showMarketDate(date, language);
  const span = (from: string, until: string) => t('span', { from: day(from), until: day(until) });
  return (
    <div>
      {ratio && (
        <p className={css.ratio}>
          {t('ratio', { a: showCount(ratio[0], language), b: showCount(ratio[1], language) })}
        </p>
      )}
      <KeyValue label={t('price')}>₹{showPrice(price, language)}</KeyValue>
      {lastPrice !== null && <KeyValue label={t('lastPrice')}>₹{showPrice(lastPrice, language)}</KeyValue>}
      <KeyValue label={t('dates')}>{span(opensOn, closesOn)}</KeyValue>
      {entitlements && <KeyValue label={t('trade')}>{span(opensOn, entitlements.tradesUntil)}</KeyValue>}
      <KeyValue label={t(kind === 'rights' ? 'allotted' : 'paidOn')}>{day(settlesOn)}</KeyValue>
      {tax && (
        <p className={css.small}>
          {t(tax === 'capital_gains' ? 'taxGains' : tax === 'dividend' ? 'taxDividend' : 'taxCompany')}
        </p>
      )}
    </div>
  );
}

function Own({ offer: { held, entitled, entitlements, category } }: { readonly offer: HolderOffer }) {
  const { t } = useTranslation('holderOffers');
  const language = useLanguage();
  const count = (n: number) => showCount(n, language);
  return (
    <div className={css.own}>
      <KeyValue label={t('held')}>{count(held)}</KeyValue>
      <KeyValue
        label={
          <Term name={entitlements ? 'entitlement' : 'buyback'}>{t(entitlements ? 'entitlements' : 'sureBought')}</Term>
        }
      >
        {count(entitled)}
      </KeyValue>
      {entitlements && (
        <>
          <KeyValue label={t('entitlementsFree')}>{count(entitlements.free)}</KeyValue>
          {entitlements.free > 0 && (
            <p className={css.small}>{t('worth', { amount: `₹${showPrice(entitlements.worth, language)}` })}</p>
          )}
        </>
      )}
      {category && <p className={css.small}>{t(category)}</p>}
    </div>
  );
}

function Result({ offer: { kind, application, entitlements } }: { readonly offer: HolderOffer }) {
  const { t } = useTranslation('holderOffers');
  const language = useLanguage();
  const count = (n: number) => showCount(n, language);
  return (
    <>
      {application && (
        <Note tone="sky" icon="check">
          {application.got !== null && application.paid !== null ? (
            t(kind === 'rights' ? 'got' : 'bought', {
              shares: count(application.got),
              amount: `₹${showPrice(application.paid, language)}`,
            })
          ) : kind === 'rights' ? (
            <>
              {t('applied', { shares: count(application.shares), additional: count(application.additional) })}
              <KeyValue label={t('blocked')}>
                <Money value={application.blocked} />
              </KeyValue>
            </>
          ) : (
            t('tendered', { shares: count(application.shares) })
          )}
        </Note>
      )}
      {entitlements && entitlements.lapsed > 0 && <Note>{t('lapsed', { count: entitlements.lapsed })}</Note>}
    </>
  );
}

/** Entitlements that nothing has been done with are lost when the issue closes. */
function Warning({ offer: { stage, entitlements, closesOn } }: { readonly offer: HolderOffer }) {
  const { t } = useTranslation('holderOffers');
  const language = useLanguage();
  const left = entitlements ? entitlements.free + entitlements.unsettled : 0;
  if (left === 0 || (stage !== 'open' && stage !== 'coming')) return null;
  return <Note tone="warn">{t('lapseWarning', { count: left, date: showMarketDate(closesOn, language) })}</Note>;
}
