import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import css from './privacy.module.css';

/** The codes of what was done, by their names in the texts. */
const ACTS: Readonly<Record<string, string>> = {
  'identity.look': 'what.digits',
  'picture.look': 'what.picture',
  'support.answer': 'what.answer',
};
const STAGES: Readonly<Record<string, string>> = { carried_out: 'carriedOut' };

/** Who opened this account or acted on it from the back office, the newest first: staff number, what, why, when. */
export function AccessLog() {
  const { t } = useTranslation(['privacy', 'staff']);
  const language = useLanguage();
  const looks = useList('accessLog', {}, { staleMs: 0 });
  // Its keys are codes of the wire, which no type knows.
  const say = t as (key: string, more: object) => string;
  /** What was done, of which the last word is how far it is, in words. */
  const nameOfAct = (action: string): string => {
    const [what = '', , stage = ''] = action.split('.');
    const act = ACTS[action];
    if (act !== undefined) return say(act, { ns: 'staff' });
    return say(`stage.${STAGES[stage] ?? stage}`, { ns: 'staff', what: say(`what.${what}`, { ns: 'staff' }) });
  };
  return (
    <section>
      <SectionHead title={t('looked')} />
      <Answer
        of={looks}
        isPart
        wait={<SkeletonRows rows={2} />}
        empty={
          <Card>
            <p className={css.text}>{t('accessedNever')}</p>
          </Card>
        }
      >
        {(items) => (
          <RowGroup>
            {items.map(({ id, who, action, reason, at }) => (
              <ListRow
                key={id}
                icon="eye"
                title={nameOfAct(action)}
                text={`${who} · ${say(`why.${reason}`, { ns: 'staff' })}`}
                value={t('lookedAt', { at: showMoment(at, language) })}
              />
            ))}
          </RowGroup>
        )}
      </Answer>
      <p className={css.small}>{t('lookedText')}</p>
    </section>
  );
}
