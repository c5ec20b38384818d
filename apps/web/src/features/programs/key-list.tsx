import type { Data } from '@khara/contract';
import { serverNow } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoment } from '#lib/time.ts';
import { Tag } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import css from './programs.module.css';

export type ProgramKey = Data<'programKeys'>['list'][number];

/** Whether programs may still use a key. */
export const isGood = ({ endedAt, expiresAt }: ProgramKey, now: number): boolean => endedAt === null && now < expiresAt;

/** What a key may do, in words. */
export function KeyTags({ scope }: Pick<ProgramKey, 'scope'>) {
  const { t } = useTranslation('programs');
  return (
    <span className={css.tags}>
      <Tag>{t('read')}</Tag>
      {scope === 'trade' && <Tag tone="warn">{t('trade')}</Tag>}
    </span>
  );
}

/** Keys, the newest first. Those that ended stay for 30 days, struck through. */
export function KeyList({
  keys,
  onRevoke,
}: {
  readonly keys: readonly ProgramKey[];
  readonly onRevoke: (key: ProgramKey) => void;
}) {
  const { t } = useTranslation('programs');
  const now = serverNow();
  return (
    <RowGroup role="list">
      {keys.map((key) => {
        const good = isGood(key, now);
        return (
          <div key={key.id} role="listitem" className={cx(css.row, !good && css.over)}>
            <Icon name="key" size={22} />
            <div className={css.words}>
              <h2>{key.name}</h2>
              {good && (
                <button
                  type="button"
                  className={css.revoke}
                  aria-label={t('revokeOf', { name: key.name })}
                  onClick={() => onRevoke(key)}
                >
                  {t('revoke')}
                </button>
              )}
              <div className={css.facts}>
                <KeyTags scope={key.scope} />
                <code>{`${key.id.slice(0, 4)}…${key.id.slice(-2)}`}</code>
                <p>
                  <Facts of={key} good={good} />
                </p>
              </div>
            </div>
          </div>
        );
      })}
    </RowGroup>
  );
}

function Facts({ of: key, good }: { readonly of: ProgramKey; readonly good: boolean }) {
  const { t } = useTranslation('programs');
  const language = useLanguage();
  const at = (instant: number) => showMoment(instant, language);
  if (key.endedAt !== null) return t('ended', { at: at(key.endedAt) });
  if (!good) return t('over', { at: at(key.expiresAt) });
  const used =
    key.lastUsedAt === null ? t('neverUsed') : t('used', { at: at(key.lastUsedAt), address: key.lastAddress ?? '' });
  return [t('made', { at: at(key.createdAt) }), used, t('ends', { at: at(key.expiresAt) })].join(' · ');
}
