import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { copyText } from '#ui/copy.ts';
import { showCount } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { showMoment, showTimeSeconds } from '#lib/time.ts';
import { labelled, listed } from '#i18n/joined.ts';
import FindingView from '#features/proof/finding-view.tsx';
import { FraudNote } from './fraud-note.tsx';
import { PROMISES } from './promises.ts';
import { OrderLog } from './order-log.tsx';
import css from './help.module.css';

type Facts = Data<'certificate'>;

/** How often the figures are asked again while the page is in sight. */
const FRESH_MS = 5000;

/** The certificate: a fixed template with live figures and no ornament. Plain on purpose: it must not look like one. */
export default function Certificate() {
  return (
    <Answer of={useCall('certificate', {}, { refetchMs: FRESH_MS })} wait={<SkeletonRows rows={8} />}>
      {(facts) => (
        <>
          <FindingView />
          <Standing facts={facts} />
          <Promises />
          <Withdrawals facts={facts} />
          <Checks facts={facts} />
          <Books facts={facts} />
          <FraudNote />
        </>
      )}
    </Answer>
  );
}

function Standing({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('certificate');
  const { registration } = facts;
  return (
    <Card className={css.card}>
      <h2 className={css.big}>{registration ? t('registered') : t('title')}</h2>
      {registration ? (
        <p className={css.plain}>
          {registration.authority} <a href={registration.verifyUrl}>{registration.number}</a>
        </p>
      ) : (
        <p className={css.plain}>{t('none')}</p>
      )}
    </Card>
  );
}

function Withdrawals({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('certificate');
  const { waiting, medianAgeMs, oldestAgeMs, blocked } = facts.withdrawals;
  const age = (ms: number): string => {
    const seconds = Math.ceil(ms / 1000);
    if (seconds < 100) return t('ageSeconds', { n: seconds });
    const minutes = Math.ceil(seconds / 60);
    return minutes < 100 ? t('ageMinutes', { n: minutes }) : t('ageHours', { n: Math.ceil(minutes / 60) });
  };
  return (
    <Card className={css.card}>
      <h2 className={css.title}>{t('withdrawals')}</h2>
      <KeyValue label={t('waiting')}>
        {waiting === 0 || medianAgeMs === null
          ? t('waitingNone')
          : t('waitingHalf', { n: waiting, age: age(medianAgeMs) })}
      </KeyValue>
      {oldestAgeMs !== null && <KeyValue label={t('oldest')}>{age(oldestAgeMs)}</KeyValue>}
      {blocked.length === 0 ? (
        <KeyValue label={t('blocked')}>{t('blockedNone')}</KeyValue>
      ) : (
        blocked.map(({ rule, accounts }) => (
          <KeyValue key={rule} label={labelled(t('blocked'), t(`rule_${rule}`))}>
            {t('accounts', { count: accounts })}
          </KeyValue>
        ))
      )}
    </Card>
  );
}

/** "4be1 07d2 9a60": enough to compare by eye. The whole is copied. */
const short = (hex: string): string => (hex.slice(0, 12).match(/.{4}/g) ?? []).join(' ');

function Checks({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('certificate');
  const language = useLanguage();
  const { log, seeds, versions } = facts;
  return (
    <Card className={css.card}>
      <h2 className={css.title}>{t('check')}</h2>
      <KeyValue label={t('build')}>
        <span className={css.code}>{facts.build}</span>
      </KeyValue>
      <KeyValue label={t('logKey')}>
        <span className={css.code}>{short(log.publicKey)}</span>
      </KeyValue>
      <KeyValue label={t('checkpoint')}>
        {log.checkpoint
          ? t('checkpointOf', {
              lines: showCount(log.checkpoint.size, language),
              at: showTimeSeconds(log.checkpoint.at, language),
            })
          : t('noCheckpoint')}
      </KeyValue>
      {log.checkpoint && (
        <KeyValue label={t('root')}>
          <span className={css.code}>{short(log.checkpoint.root)}</span>
        </KeyValue>
      )}
      <KeyValue label={t('entropy')}>{t(`entropy_${facts.entropy}`)}</KeyValue>
      <KeyValue label={t('seeds')}>
        {seeds.fixed === null ? t('seedSecret') : t('seedFixed', { seed: seeds.fixed })}
      </KeyValue>
      {seeds.dayHash !== null && (
        <KeyValue label={t('seedHash')}>
          <span className={css.code}>{short(seeds.dayHash)}</span>
        </KeyValue>
      )}
      <KeyValue label={t('versions')}>{t('versionsOf', { fees: versions.fees, score: versions.score })}</KeyValue>
      <p className={css.small}>{t(seeds.fixed === null ? 'seedNote' : 'seedFixedNote')}</p>
      <div className={css.actions}>
        <Button look="secondary" size="md" icon="copy" onClick={() => void copyText(JSON.stringify(facts, null, 2))}>
          {t('copy')}
        </Button>
      </div>
    </Card>
  );
}

function Books({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('certificate');
  const language = useLanguage();
  const { stopped, stops } = facts.books;
  return (
    <Card className={css.card}>
      <h2 className={css.title}>{t('books')}</h2>
      <p className={css.plain}>
        {stopped ? t('booksStopped') : stops.length === 0 ? t('booksRight') : t('booksStops', { count: stops.length })}
      </p>
      {stops.map((stop) => (
        <KeyValue key={stop.at} label={listed(t('stopAt', { at: showMoment(stop.at, language) }), stop.check)}>
          {stop.resumedAt === null ? t('stillStopped') : t('resumed', { at: showMoment(stop.resumedAt, language) })}
        </KeyValue>
      ))}
      <p className={css.small}>{t('noText')}</p>
    </Card>
  );
}

function Promises() {
  const { t } = useTranslation('certificate');
  return (
    <section aria-labelledby="promises">
      <Card className={css.card}>
        <h2 id="promises" className={css.title}>
          {t('promises')}
        </h2>
        <p className={css.small}>{t('anotherRoot')}</p>
      </Card>
      <RowGroup className={css.group}>
        {PROMISES.map(([name, icon, path]) => (
          <ListRow
            key={name}
            icon={icon}
            title={t(`promise${name}`)}
            text={t(`promise${name}Check`)}
            href={href(path)}
          />
        ))}
      </RowGroup>
      <OrderLog />
    </section>
  );
}
