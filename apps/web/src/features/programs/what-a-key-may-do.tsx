import { useTranslation } from '#i18n/use-translation.ts';
import css from './programs.module.css';

/** Groups of the door's calls, by what a key needs for them; those of the app alone are open to none. */
const GROUPS = [
  { calls: 'callsMarket', read: 'yes', trade: 'yes' },
  { calls: 'callsAccount', read: 'yes', trade: 'yes' },
  { calls: 'callsOrders', read: 'no', trade: 'yes' },
  { calls: 'callsTriggers', read: 'no', trade: 'yes' },
  { calls: 'callsMoney', read: 'neverDoes', trade: 'neverDoes' },
  { calls: 'callsLimits', read: 'neverDoes', trade: 'neverDoes' },
] as const;

/** What a key that reads and one that trades may do. */
export function WhatAKeyMayDo() {
  const { t } = useTranslation('programs');
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
        <tbody>
          {GROUPS.map(({ calls, read, trade }) => (
            <tr key={calls}>
              <th scope="row">{t(calls)}</th>
              <td data-is={read}>{t(read)}</td>
              <td data-is={trade}>{t(trade)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
