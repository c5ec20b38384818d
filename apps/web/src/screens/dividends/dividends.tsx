import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { useCall } from '#api/use-call.ts';
import { Term } from '#features/terms/term.tsx';
import { at, href, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { HIDDEN, showCount, showMoney, signOf } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { HeroMoney, Money } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import css from '#features/money/assets.module.css';
import own from './dividends.module.css';

type Dividend = Data<'dividends'>['list'][number];

/** Assets › Dividends: what companies will pay, with the tax and the date, and what they paid. */
export default function Dividends() {
  const { t } = useTranslation(['dividends', 'common']);
  const hidden = useHiddenAmounts((state) => state.hidden);
  const dividends = useCall('dividends', {}, { staleMs: 0 });
  return (
    <Page
      onRefresh={dividends.again}
      tools={
        <IconButton
          icon={hidden ? 'eyeOff' : 'eye'}
          label={t(hidden ? 'common:showAmounts' : 'common:hideAmounts')}
          aria-pressed={hidden}
          onClick={toggleHiddenAmounts}
        />
      }
    >
      <Answer of={dividends} wait={<SkeletonRows rows={4} />}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              icon="gift"
              title={t('empty')}
              text={t('emptyText')}
              action={{ label: t('look'), onPress: () => switchTab('/pages/market/index') }}
            />
          ) : (
            <Listed data={data} />
          )
        }
      </Answer>
    </Page>
  );
}

function Listed({ data }: { readonly data: Data<'dividends'> }) {
  const { t } = useTranslation('dividends');
  const ahead = data.list.filter(({ paidAt }) => paidAt === null);
  const paid = data.list.filter(({ paidAt }) => paidAt !== null);
  return (
    <>
      <section className={css.head}>
        <p className={css.label}>
          <Term name="dividend">{t('toCome')}</Term>
        </p>
        <p className={css.hero}>
          <HeroMoney value={data.toCome} />
        </p>
      </section>
      {ahead.length > 0 && <Group title={t('ahead')} dividends={ahead} />}
      {paid.length > 0 && <Group title={t('paid')} dividends={paid} />}
      <Note tone="sky" className={own.rule}>
        {paragraph(t('rule'), t('tax'))}
      </Note>
    </>
  );
}

function Group({ title, dividends }: { readonly title: string; readonly dividends: readonly Dividend[] }) {
  return (
    <section>
      <SectionHead title={title} />
      <RowGroup>
        {dividends.map((dividend) => (
          <Row key={dividend.id} dividend={dividend} />
        ))}
      </RowGroup>
    </section>
  );
}

function Row({ dividend }: { readonly dividend: Dividend }) {
  const { t } = useTranslation('dividends');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const { code, exDate, paysOn, quantity, gross, tax, net, paidAt } = dividend;
  const money = (amount: string): string => (hidden ? HIDDEN : showMoney(amount, language));
  return (
    <ListRow
      href={href(at('/pages/market/details', { code }))}
      title={code}
      text={
        <>
          {t(paidAt === null ? 'payDay' : 'paidOn', { date: showMarketDate(paysOn, language) })}
          <br />
          {t('shares', { n: showCount(quantity, language), date: showMarketDate(exDate, language) })}
        </>
      }
      value={<Money value={net} />}
      valueText={signOf(tax) === 0 ? t('untaxed') : t('before', { gross: money(gross), tax: money(tax) })}
    />
  );
}
