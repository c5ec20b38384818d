import { useTranslation } from '#i18n/use-translation.ts';
import { base } from '#api/base.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import css from './help.module.css';

/** Market days that the figures of docs/market.md are of. */
export const REAL_DAYS = 20;

/**
 * Facts of docs/market.md that the page "How real is it?" says: the figures of this market, by their place in its text,
 * and where the real ones are from. `so`: it is as in real markets; `differs`: it is not; `open`: no figure of India
 * is at hand. A test compares them with that paper.
 */
export const REAL_FACTS = [
  { key: 'spread', is: 'so', here: ['2.7', '4.8', '26.0'], source: 'Demsetz 1968; Roll 1984' },
  {
    key: 'hours',
    is: 'so',
    here: ['13.9', '5.0', '12.9'],
    source: 'Jain and Joh 1988; Admati and Pfleiderer 1988',
  },
  { key: 'jumps', is: 'so', here: ['31.8', '5.0'], source: 'Cont 2001' },
  { key: 'calm', is: 'so', here: ['0.13', '0.01'], source: 'Cont 2001' },
  { key: 'memory', is: 'so', here: ['0.02'], source: 'Cont 2001' },
  { key: 'sectors', is: 'so', here: ['0.51', '0.26'], source: 'King 1966' },
  { key: 'gap', is: 'so', here: ['0.45'], source: 'French and Roll 1986' },
  { key: 'trend', is: 'so', here: ['-24.14'], source: 'Fama 1970; SEBI July 2024' },
  { key: 'closing', is: 'open', here: ['6.5'], source: 'Bogousslavsky and Muravyev 2023' },
  { key: 'size', is: 'differs', here: ['1,26,689'], source: 'X9' },
  { key: 'listings', is: 'differs', here: ['2.1'], source: 'I12' },
  { key: 'fund', is: 'differs', here: ['11.4'], source: undefined },
] as const;

const KINDS = ['so', 'differs', 'open'] as const;
const PLACES = ['a', 'b', 'c'] as const;

/** "How real is it?": what was measured of this market, beside what is known of real ones. Needs `real`. */
export default function HowReal() {
  const { t } = useTranslation('real');
  return (
    <>
      <Note className={css.note}>{t('made')}</Note>
      {KINDS.map((kind) => (
        <section key={kind}>
          <SectionHead title={t(`kinds.${kind}`)} />
          {REAL_FACTS.filter(({ is }) => is === kind).map(({ key, here, source }) => (
            <Card key={key} className={css.card}>
              <div className={css.fact}>
                <h3>{t(`facts.${key}.title`)}</h3>
                {kind !== 'so' && <Tag tone={kind === 'differs' ? 'warn' : 'neutral'}>{t(`tags.${kind}`)}</Tag>}
              </div>
              <p className={css.plain}>
                {t(
                  `facts.${key}.text`,
                  Object.fromEntries(here.map((figure, at) => [PLACES[at], figure.replace('-', '−')])),
                )}
              </p>
              {source !== undefined && <p className={css.small}>{t('source', { source })}</p>}
            </Card>
          ))}
        </section>
      ))}
      <Note className={css.note}>
        {t('measured', { days: REAL_DAYS })} <a href={`${base}/docs/market.md`}>docs/market.md</a>
      </Note>
    </>
  );
}
