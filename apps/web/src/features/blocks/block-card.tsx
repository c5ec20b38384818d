import { showMarketMoment } from '#lib/time.ts';
import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Figures, type Figure } from '#features/offerings/figures.tsx';
import { KeyEntry } from '#features/offerings/key-entry.tsx';
import { Monogram } from '#features/offerings/monogram.tsx';
import {
  subscriptionCost,
  isOpen,
  offeredLots,
  OFFERING_TONES,
  underMarket,
  type Offering,
} from '#features/offerings/offering.ts';
import css from '#features/offerings/offerings.module.css';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { showCount, showPercent } from '#lib/number.ts';
import type { Data } from '@khara/contract';
import { listed } from '#i18n/joined.ts';

export const BLOCKS = '/pages/market/passwordStock/index';
type Windows = Data<'blockTrades'>['windows'];

/** Nothing of it can be taken any more, though its time is not over. */
const isGone = (block: Offering): boolean =>
  block.lotsLeft !== null && block.lotsLeft < block.minimumSubscription && block.state !== 'coming_soon';

type Props = {
  readonly block: Offering;
  readonly windows: Windows;
  readonly onTake: (block: Offering) => void;
  /** With its story, when it is the only one on the page. */
  readonly whole: boolean;
};

/** A seller's block: its price beside the market's, what is left of it, and its key. Needs `newStocks`, `blocks`. */
export function BlockCard({ block, windows, onTake, whole }: Props) {
  const { t } = useTranslation(['newStocks', 'blocks']);
  const language = useLanguage();
  const { id, code, name, locked } = block;
  const open = isOpen(block);
  const gone = isGone(block);
  const count = (value: number): string => showCount(value, language);
  const minimum = subscriptionCost(block, block.minimumSubscription);
  const figures: Figure[] = [
    [t('blocks:blockPrice'), locked ? t('afterKey') : <Price key="block" value={block.discountedPrice} />],
    [t('marketPrice'), <Price key="market" value={block.marketPrice} />],
    [t('blocks:difference'), locked ? '–' : showPercent(underMarket(block.discountToMarket), language)],
    [
      t('blocks:atLeast'),
      t('blocks:lotsOf', { n: count(block.minimumSubscription), shares: count(block.sharesPerLot) }),
    ],
    [t('blocks:left'), t('blocks:leftOf', { left: count(block.lotsLeft ?? 0), all: count(offeredLots(block)) })],
    [t('toApply'), locked ? '–' : <Money key="least" value={minimum?.amount} hideable={false} />],
  ];
  return (
    <Card>
      <a className={css.head} href={href(at(BLOCKS, { id }))}>
        <Monogram code={code} />
        <span className={css.words}>
          <b>{t('blocks:blockOf', { code })}</b>
          <span>{name}</span>
        </span>
        <Tag tone={gone ? 'neutral' : OFFERING_TONES[block.state]}>
          {gone ? t('blocks:gone') : t(block.state === 'listed' ? 'blocks:over' : `state.${block.state}`)}
        </Tag>
      </a>
      {(open || whole) && <Figures figures={figures} />}
      {block.state === 'coming_soon' && (
        <p className={`${css.small} ${css.gap}`}>
          {t('blocks:opensAt', { time: showMarketMoment(indiaFields(block.opensMarketTime), language) })}
        </p>
      )}
      {open && (
        <p className={`${css.small} ${css.gap}`}>
          {t('blocks:windows', {
            windows: listed(...windows.map(({ from, to }) => `${from}–${to}`)),
            time: showMarketMoment(indiaFields(block.closesMarketTime), language),
          })}
        </p>
      )}
      {whole && <p className={`${css.text} ${css.gap}`}>{block.description}</p>}
      {open && gone && <p className={`${css.small} ${css.gap}`}>{t('blocks:goneText')}</p>}
      {open && !gone && locked && <KeyEntry offering={block} />}
      {open && !gone && !locked && (
        <Button size="md" className={css.gap} onClick={() => onTake(block)}>
          {t('blocks:take')}
        </Button>
      )}
    </Card>
  );
}
