import type { LineVerdict } from '@khara/proof';
import { useState } from 'react';
import { labelled } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import { FailureActions } from './failure-actions.tsx';
import { verifyMyLine } from './verification.ts';
import css from './proof.module.css';

type Outcome = Awaited<ReturnType<typeof verifyMyLine>>;

/** Checks one entry by itself, and shows its lines as they are hashed. Needs the namespace `proof`. */
export function LineProof({ id }: { readonly id: string }) {
  const { t } = useTranslation('proof');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly found: Outcome; readonly at: number }>();
  const check = async () => {
    setBusy(true);
    setOutcome({ found: await verifyMyLine(id), at: Date.now() });
    setBusy(false);
  };
  const found = outcome?.found;
  return (
    <>
      <div className={css.actions}>
        <Button size="md" look="secondary" icon="seal" busy={busy} onClick={() => void check()}>
          {t('line')}
        </Button>
      </div>
      {found?.ok === undefined && found && <Note tone="sky">{t('noAnswer', { cause: found.cause })}</Note>}
      {found?.ok && <Proved verdict={found} />}
      {found?.ok === false && (
        <>
          <Note tone="warn">{t(`fault.${found.fault}`)}</Note>
          <p className={css.compare}>
            {labelled(t('expected'), found.expected)}
            <br />
            {labelled(t('came'), found.came)}
          </p>
          <FailureActions verdict={found} at={outcome?.at ?? 0} />
        </>
      )}
    </>
  );
}

function Proved({ verdict }: { readonly verdict: Extract<LineVerdict, { readonly ok: true }> }) {
  const { t } = useTranslation('proof');
  const language = useLanguage();
  const { entry, index, checkpoint } = verdict;
  const whose = (owner: string) => t(owner === 'p' ? 'platform' : owner === 'x' ? 'outside' : 'you');
  const hash = Array.from(entry.leaf, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (
    <section aria-live="polite">
      <div className={css.step}>
        <Icon name="seal" size={20} />
        <div>
          <b>{t('lineIn', { index: showCount(index + 1, language), size: showCount(checkpoint.size, language) })}</b>
          <p>{t('lineText', { time: showMoment(checkpoint.timeMs, language) })}</p>
        </div>
      </div>
      <KeyValue label={t('hash')}>
        <span className={css.hash}>{hash}</span>
      </KeyValue>
      <h3 className={css.head}>{t('lines')}</h3>
      {entry.lines.map((line, place) => (
        <KeyValue key={`${line.code}${line.asset}${place}`} label={`${whose(line.owner)} ${line.code}`}>
          <span className={css.hash}>{`${line.amount > 0n ? '+' : ''}${line.amount} ${line.asset}`}</span>
        </KeyValue>
      ))}
    </section>
  );
}
