import { useTranslation } from '#i18n/use-translation.ts';
import { base } from '#api/base.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import css from './help.module.css';
import { REAL_FACTS } from './real-facts.ts';

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
        {t('measured')} <a href={`${base}/docs/market.md`}>docs/market.md</a>
      </Note>
    </>
  );
}
