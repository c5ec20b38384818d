import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Fold } from '#ui/fold.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { copyText } from '#ui/copy.ts';
import { showCount } from '#lib/number.ts';
import { SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import { keptLog } from './kept-log.ts';
import css from './proof.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

// Comes with the first who is shown it.
const Qr = lazyPart(() => import('#features/money/qr.tsx'));

/**
 * The newest signed checkpoint of the log, for guests too: what it says, and the note to keep. Needs the
 * namespace `proof`.
 */
export function CheckpointView() {
  const { t } = useTranslation('proof');
  const language = useLanguage();
  const { data, loading } = useCall('logCheckpoint', {});
  if (loading) return <SkeletonRows rows={3} />;
  if (!data) return <p className={css.limits}>{t('noCheckpoint')}</p>;
  const [, , root = '', time = ''] = data.note.split('\n');
  const kept = keptLog();
  return (
    <section>
      <h3 className={css.head}>{t('checkpoint')}</h3>
      <p className={css.limits}>{t('checkpointText')}</p>
      <KeyValue label={t('size')}>{showCount(data.size, language)}</KeyValue>
      <KeyValue label={t('signedAt')}>{showMoment(Number(time.replace('time ', '')), language)}</KeyValue>
      {kept && <KeyValue label={t('kept')}>{showCount(kept.notes.length, language)}</KeyValue>}
      <Fold title={t('signed')}>
        <KeyValue label={t('log')}>
          <span className={css.hash}>{data.name}</span>
        </KeyValue>
        <KeyValue label={t('root')}>
          <span className={css.hash}>{root}</span>
        </KeyValue>
        <KeyValue label={t('key')}>
          <span className={css.hash}>{data.publicKey}</span>
        </KeyValue>
      </Fold>
      <Fold title={t('showFriend')}>
        <p className={css.limits}>{t('showFriendText')}</p>
        <Qr text={data.note} label={t('showFriend')} />
      </Fold>
      <Button size="md" look="secondary" icon="copy" onClick={() => void copyText(data.note)}>
        {t('copyNote')}
      </Button>
    </section>
  );
}
