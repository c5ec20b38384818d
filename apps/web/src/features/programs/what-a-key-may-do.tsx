import { DOOR_LINES } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import css from './programs.module.css';

const GROUPS = [
  'market',
  'account',
  'orders',
  'waiting',
] as const satisfies readonly (typeof DOOR_LINES)[number]['group'][];
/** What the app alone has: the door has no call for it. */
const NEVER = ['callsMoney', 'callsLimits'] as const;

/** What a key that reads and one that trades may do: the walk of the door's calls. */
export function WhatAKeyMayDo() {
  const { t } = useTranslation('programs');
  const row = (name: string, read: 'yes' | 'no' | 'neverDoes', trade: 'yes' | 'neverDoes') => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td data-is={read}>{t(read)}</td>
      <td data-is={trade}>{t(trade)}</td>
    </tr>
  );
  return (
    <section className={css.may}>
      <h2 id="what-a-key-may-do">{t('may')}</h2>
      <table aria-labelledby="what-a-key-may-do">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('mayRead')}</th>
            <th scope="col">{t('mayTrade')}</th>
          </tr>
        </thead>
        {GROUPS.map((group) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {t(`groups.${group}`)}
              </th>
            </tr>
            {DOOR_LINES.map(
              (line) =>
                line.group === group && row(t(`lines.${line.line}`), line.scope === 'trade' ? 'no' : 'yes', 'yes'),
            )}
          </tbody>
        ))}
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {t('groups.never')}
            </th>
          </tr>
          {NEVER.map((name) => row(t(name), 'neverDoes', 'neverDoes'))}
        </tbody>
      </table>
    </section>
  );
}
