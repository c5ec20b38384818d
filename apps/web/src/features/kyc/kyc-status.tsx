import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import type { Data } from '@khara/contract';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { showMoment } from '#lib/time.ts';
import { KeptNote } from './kept-note.tsx';
import css from './kyc.module.css';
import { Steps } from './steps.tsx';

type Identity = Data<'identity'>;
type Status = Exclude<Identity['status'], 'unauthenticated'>;

const LOOK = {
  under_review: { icon: 'clock', tone: css.waiting, title: 'reviewTitle', done: 2 },
  certified: { icon: 'check', tone: css.good, title: 'certifiedTitle', done: 3 },
  failed: { icon: 'close', tone: css.bad, title: 'failedTitle', done: 2 },
} as const satisfies Record<Status, object>;

type Props = {
  readonly identity: Identity & { readonly status: Status };
  readonly onAgain: () => void;
  readonly onRefresh: () => Promise<unknown>;
};

/** What has become of what was handed in: under review, certified, or failed and why. */
export function KycStatus({ identity, onAgain, onRefresh }: Props) {
  const { t } = useTranslation(['kyc', 'answers']);
  const language = useLanguage();
  const { status, name, idNumberMasked, reason, submittedAt, decidedAt, picturesKeptUntil } = identity;
  const banks = useCall('bankAccounts', {}, { enabled: status === 'certified' });
  const look = LOOK[status];
  const waits = t(identity.reviewer === 'people' ? 'reviewByPeople' : 'reviewText');
  const text = status === 'under_review' ? waits : status === 'certified' ? t('certifiedText') : undefined;
  const moment = (at: number | null) => (at === null ? '–' : showMoment(at, language));
  return (
    <Page
      onRefresh={onRefresh}
      below={status !== 'certified' && <Steps done={look.done} />}
      {...(status === 'failed' && { dock: <Button onClick={onAgain}>{t('handInAgain')}</Button> })}
      {...(status === 'certified' && {
        dock: (
          <Button onClick={() => navigateTo('/pages/wallet/bindcard/mycard')}>
            {t(banks.data?.length ? 'seeBank' : 'bankAccount')}
          </Button>
        ),
      })}
    >
      <div className={css.form}>
        <Card className={css.outcome}>
          <span className={cx(css.seat, look.tone)}>
            <Icon name={look.icon} size={30} />
          </span>
          <div role="status">
            <h2>{t(look.title)}</h2>
            {status === 'under_review' && (
              <p>{t(identity.reviewer === 'people' ? 'answers:submittedContact' : 'answers:submittedForReview')}</p>
            )}
            <p>{reason === null ? text : t(`reasons.${reason}`)}</p>
          </div>
        </Card>
        <Card>
          <KeyValue label={t('name')}>{name ?? '–'}</KeyValue>
          <KeyValue label={t('number')}>{idNumberMasked ?? '–'}</KeyValue>
          <KeyValue label={t('submittedAt')}>{moment(submittedAt)}</KeyValue>
          {decidedAt !== null && <KeyValue label={t('decidedAt')}>{moment(decidedAt)}</KeyValue>}
          <KeyValue label={t(picturesKeptUntil === null ? 'photos' : 'picturesUntil')}>
            {picturesKeptUntil === null ? t('picturesGone') : moment(picturesKeptUntil)}
          </KeyValue>
        </Card>
        <KeptNote />
      </div>
    </Page>
  );
}
