import type { Data, RecordedMissionId } from '@khara/contract';
import { MAX_CLASS_MISSIONS } from '@khara/rules';
import { RECORDED } from '#features/learn/missions.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import css from './classes.module.css';

export type Assignments = Data<'classBoard'>['missions'];

/** Which missions a class is to do, in the order in which they are chosen, each for a day or for none. */
export function MissionPicker({
  chosen,
  onChange,
}: {
  readonly chosen: Assignments;
  readonly onChange: (chosen: Assignments) => void;
}) {
  const { t } = useTranslation(['classes', 'learn']);
  const toggle = (id: RecordedMissionId, isOn: boolean): void =>
    onChange(isOn ? [...chosen, { id, on: null }].slice(0, MAX_CLASS_MISSIONS) : chosen.filter((one) => one.id !== id));
  return (
    <fieldset className={css.picker}>
      <legend>{t('missions')}</legend>
      <p className={css.small}>{t('missionsHint', { n: MAX_CLASS_MISSIONS })}</p>
      {RECORDED.map((id) => {
        const place = chosen.findIndex((one) => one.id === id);
        const mission = t(`learn:missions.${id}.title`);
        return (
          <div key={id} className={css.pick}>
            <Checkbox checked={place >= 0} onChange={(isOn) => toggle(id, isOn)}>
              {place >= 0 && <b>{place + 1}. </b>}
              {mission}
            </Checkbox>
            {place >= 0 && (
              <input
                type="date"
                aria-label={t('missionDay', { mission })}
                value={chosen[place]!.on ?? ''}
                onChange={({ target }) =>
                  onChange(chosen.map((one) => (one.id === id ? { id, on: target.value || null } : one)))
                }
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
