import type { Data } from '@khara/contract';
import type { Texts } from '@khara/texts';
import { useState } from 'react';
import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { showCompact } from '#lib/compact.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showNumber, showPercent, showPrice, signOf, UNKNOWN } from '#lib/number.ts';
import { showDateWithYear, showMarketDate } from '#lib/time.ts';
import { at, href } from '#shell/navigation.ts';
import { Named, Term } from '#features/terms/term.tsx';
import type { TermName } from '#features/terms/term-sheet.tsx';
import { toggleWatch } from '#features/watchlist/toggle-watch.ts';
import { Percent } from '#ui/amount.tsx';
import { Answer } from '#ui/answer.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Fold } from '#ui/fold.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { ListRow } from '#ui/row.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { AccountsSeal } from './accounts-seal.tsx';
import { CALENDARS } from './calendar-tabs.tsx';
import css from './company.module.css';
import { moveOn } from './result-day.ts';
import { Balance } from './published-lines.tsx';
import { QuarterChart } from './quarter-chart.tsx';
import { addAmounts, monthKey, subtractAmounts, type Quarter } from './quarters.ts';
import { saveAccounts } from './save-accounts.ts';
import { useQuarterWords } from './use-quarter-words.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

/** Read by those who open a day. */
const ResultSheet = lazySheet(() => import('./result-sheet.tsx'));

type Company = Data<'company'>;
type Ratios = NonNullable<Company['ratios']>;

const NOTED = ['rights', 'buyback', 'bonus', 'demerger'] as const;

/** Results days that are listed, and market days in which they are. */
const [RESULTS, YEAR] = [4, 300];

type Props = { readonly stock: Data<'marketDetail'> };

/** On a share's page: what its company does, and what it has published. */
export default function CompanyPanel({ stock }: Props) {
  const here = useTexts('company');
  const company = useCall('company', { code: stock.code });
  const wait = <SkeletonRows rows={8} />;
  if (!here) return wait;
  return (
    <Answer of={company} wait={wait}>
      {(shown) => <Company stock={stock} company={shown} again={company.again} />}
    </Answer>
  );
}

type CompanyProps = Props & { readonly company: Company; readonly again: () => Promise<unknown> };

function Company({ stock, company, again }: CompanyProps) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const { quarters, business, listedOn, ratios, next, sealed } = company;
  const last = quarters.at(-1);
  const [chosen, setChosen] = useState<string>();
  const shown = quarters.find(({ quarter }) => quarter === chosen) ?? last;
  return (
    <div className={css.panel}>
      <section className={css.block}>
        <SectionHead title={t('does')}>
          <Tag>{t('madeUp')}</Tag>
        </SectionHead>
        <p className={css.text}>{stock.description}</p>
        <div className={css.rows}>
          {stock.sector !== null && <KeyValue label={t('sector')}>{stock.sector}</KeyValue>}
          {listedOn !== null && <KeyValue label={t('listed')}>{showDateWithYear(listedOn, language)}</KeyValue>}
          <KeyValue label={<Term name="marketValue">{t('value')}</Term>}>
            {showCompact(stock.marketCap, language, '₹')}
          </KeyValue>
        </div>
      </section>
      {last && shown ? (
        <div className={css.columns}>
          <QuarterChart
            quarters={quarters}
            business={business}
            shown={shown}
            onChoose={({ quarter }) => setChosen(quarter)}
          />
          <AccountsSeal code={stock.code} quarters={quarters} sealed={sealed} again={again} />
          <Results stock={stock} quarters={quarters} next={next} />
          <Balance of={shown} now={shown === last ? ratios : null} />
          <Notes of={shown} />
          <Owners of={shown} before={quarters[quarters.indexOf(shown) - 1]} />
          {ratios && <RatioList ratios={ratios} sector={stock.sectorKey} last={last} />}
          <Papers code={stock.code} quarters={quarters} />
        </div>
      ) : (
        <Empty inline icon="chart" title={t('empty')} />
      )}
      <p className={css.note}>{t('honest')}</p>
    </div>
  );
}

function Results({ stock, quarters, next }: Pick<Company, 'quarters' | 'next'> & Pick<Props, 'stock'>) {
  const { code, collected } = stock;
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const [chosen, setChosen] = useState<Quarter>();
  const [isOpen, setIsOpen] = useState(false);
  const { data: days } = useCall('candles', { code, interval: '1d', limit: YEAR });
  return (
    <section className={css.block}>
      <SectionHead title={t('results')}>
        <span className={css.aside}>{t('crores')}</span>
      </SectionHead>
      {next && (
        <p className={css.text}>
          <b>{t('next', { day: showMarketDate(next.on, language) })}</b>
          <br />
          {t('nextText', { quarter: words.name(next.quarter), profit: showPrice(next.expected, language) })}
          <br />
          {collected ? (
            t('reminded')
          ) : (
            <TextButton className={css.remind} onClick={() => void toggleWatch(code)}>
              {t('remind')}
            </TextButton>
          )}
        </p>
      )}
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('quarter')}</th>
            <th scope="col">
              <Term name="surprise">{t('expected')}</Term>
            </th>
            <th scope="col">{t('came')}</th>
            <th scope="col">{t('moveOfDay')}</th>
          </tr>
        </thead>
        <tbody>
          {quarters
            .slice(-RESULTS)
            .toReversed()
            .map((of) => (
              <tr key={of.quarter}>
                <th scope="row">
                  <button
                    type="button"
                    className={css.openDay}
                    aria-haspopup="dialog"
                    onClick={() => {
                      setChosen(of);
                      setIsOpen(true);
                    }}
                  >
                    {words.name(of.quarter)}
                    <small>{showMarketDate(of.publishedOn, language)}</small>
                  </button>
                </th>
                <td>{showPrice(of.expected.profit, language)}</td>
                <td>
                  <b>{showPrice(of.profitAndLoss.profit, language)}</b>
                  <small>{showPercent(of.surprise, language)}</small>
                </td>
                <td>
                  <Percent value={days && moveOn(of.publishedOn, days.candles)} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className={css.note}>
        {t('expectedNote')} <a href={href(CALENDARS.results)}>{t('allResults')}</a>
      </p>
      {chosen && (
        <ResultSheet key={chosen.quarter} code={code} of={chosen} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </section>
  );
}

/** What happened between the company and its holders in a quarter, where something did. */
function Notes({ of: { quarter, dividends, notes } }: { readonly of: Quarter }) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const moved = [['dividends', dividends] as const, ...NOTED.map((name) => [name, notes[name]] as const)].filter(
    ([, amount]) => signOf(amount) !== 0,
  );
  if (moved.length === 0) return null;
  return (
    <section className={css.block}>
      <SectionHead title={t('moved', { quarter: words.name(quarter) })}>
        <span className={css.aside}>{t('crores')}</span>
      </SectionHead>
      <div className={css.rows}>
        {moved.map(([name, amount]) => (
          <KeyValue key={name} label={t(`notes.${name}`)}>
            {showPrice(amount, language)}
          </KeyValue>
        ))}
      </div>
    </section>
  );
}

function Owners({ of: { quarter, holders }, before }: { readonly of: Quarter; readonly before: Quarter | undefined }) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const percent = (value: string): string => showPercent(value, language, 'negative');
  const owners = ['promoter', 'institutions', 'public'] as const;
  const since = (name: (typeof owners)[number], { quarter: end, holders: then }: Quarter): string => {
    const points = subtractAmounts(holders[name], then[name]);
    const month = t(`ends.${monthKey(end)}`);
    return signOf(points) === 0
      ? t('unchangedSince', { month })
      : t('pointsSince', { points: showNumber(points, language, { sign: 'always' }), month });
  };
  const starts = [0, Number(holders.promoter), Number(holders.promoter) + Number(holders.institutions)];
  return (
    <section className={css.block}>
      <SectionHead title={t('owners', { quarter: words.name(quarter) })} />
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className={css.owners}>
        {owners.map((name, place) => (
          <rect key={name} x={starts[place]} width={holders[name]} height={6} className={css[name]} />
        ))}
      </svg>
      <div className={css.rows}>
        {owners.map((name) => (
          <KeyValue
            key={name}
            label={
              <>
                <i className={css[name]} />{' '}
                <Named name={name === 'public' ? undefined : name}>{t(`holders.${name}`)}</Named>
                {before && <small className={css.since}>{since(name, before)}</small>}
              </>
            }
          >
            {percent(holders[name])}
          </KeyValue>
        ))}
      </div>
      <p className={css.note}>
        <Term name="pledged">
          {signOf(holders.pledged) > 0 ? t('pledged', { percent: percent(holders.pledged) }) : t('notPledged')}
        </Term>
      </p>
    </section>
  );
}

/** What is published, to be read elsewhere: made on this device of the figures above. */
function Papers({ code, quarters }: { readonly code: string } & Pick<Company, 'quarters'>) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const count = quarters.length;
  return (
    <section className={css.block}>
      <SectionHead title={t('papers')} />
      <ListRow
        icon="statement"
        title={t('accountsFile', { n: showCount(count, language), count })}
        text={t('accountsFileText')}
        chevron={false}
        onPress={() => saveAccounts(code, quarters)}
      />
    </section>
  );
}

const isNone = (value: string | null): boolean => value !== null && signOf(value) === 0;

type RatioProps = { readonly ratios: Ratios; readonly sector: string | null; readonly last: Quarter };

/** Each ratio with a sentence of its own figure; words where it has no meaning. */
function RatioList({ ratios, sector, last }: RatioProps) {
  const { t } = useTranslation('company');
  return (
    <section className={css.block}>
      <SectionHead title={t('ratios')}>
        {sector !== null && (
          <a className={css.compare} href={href(at('/pages/market/screener/index', { sector }))}>
            {t('compare')}
          </a>
        )}
      </SectionHead>
      <RatioRows
        ratios={ratios}
        last={last}
        names={['pe', 'pb', 'returnOnEquity', 'debtToEquity', 'margin', 'dividendYield']}
      />
      <div className={css.rows}>
        <Fold title={t('moreRatios')}>
          <RatioRows ratios={ratios} last={last} names={['quarterGrowth', 'yearGrowth', 'payout']} />
        </Fold>
      </div>
    </section>
  );
}

type RatioName = keyof Texts['company']['names'];
const RATIO_TERMS: Readonly<Record<RatioName, TermName>> = {
  pe: 'priceEarnings',
  pb: 'priceToBook',
  returnOnEquity: 'returnOnEquity',
  debtToEquity: 'debtToEquity',
  margin: 'profitMargin',
  dividendYield: 'dividendYield',
  quarterGrowth: 'profitGrowth',
  yearGrowth: 'profitGrowth',
  payout: 'payout',
};
const PERCENTS: ReadonlySet<RatioName> = new Set(['returnOnEquity', 'margin', 'dividendYield', 'payout']);

function RatioRows({ ratios, last, names }: Omit<RatioProps, 'sector'> & { readonly names: readonly RatioName[] }) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const noProfit = ratios.isLoss && t('noProfit');
  const noDividend = isNone(ratios.dividendYield) && t('noDividend');
  /** What stands instead of the sentence. */
  const instead: Readonly<Record<RatioName, string | false>> = {
    pe: noProfit,
    pb: ratios.pb === null && t('noEquity'),
    returnOnEquity: ratios.returnOnEquity === null ? t('noEquity') : noProfit,
    debtToEquity: isNone(last.balance.borrowings)
      ? t('noDebt')
      : ratios.debtToEquity === null
        ? t('noEquity')
        : isNone(ratios.debtToEquity) && t('leastDebt'),
    margin: noProfit,
    dividendYield: noDividend,
    quarterGrowth:
      ratios.quarterGrowth === null ? t('noBefore') : signOf(last.profitAndLoss.profit) < 0 && t('quarterLoss'),
    yearGrowth: ratios.yearGrowth === null ? t('noBefore') : noProfit,
    payout: noProfit || noDividend,
  };
  return (
    <dl className={css.ratios}>
      {names.map((name) => {
        const isGrowth = name === 'quarterGrowth' || name === 'yearGrowth';
        const value = ratios[name];
        const word = name in ratios.words ? ratios.words[name as keyof typeof ratios.words] : undefined;
        const suffix = PERCENTS.has(name) ? '%' : '';
        // Of growth: what ₹100 became.
        const n = value === null ? '' : showPrice(isGrowth ? addAmounts('100', value) : value, language);
        return (
          <div key={name}>
            <dt>
              <Term name={RATIO_TERMS[name]}>{t(`names.${name}`)}</Term>
            </dt>
            <dd>
              <b>
                {word ??
                  (value === null ? (
                    UNKNOWN
                  ) : isGrowth ? (
                    <Percent value={value} />
                  ) : (
                    showNumber(value, language, { suffix })
                  ))}
              </b>
              <small>{instead[name] || (value === null ? '' : t(`words.${name}`, { n }))}</small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
