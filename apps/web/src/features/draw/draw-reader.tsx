import { useTranslation } from '#i18n/use-translation.ts';
import { shortHash, type Offering } from '#features/offerings/offering.ts';
import { offeringAddress } from '#features/offerings/offering-card.tsx';
import { Outcome } from '#features/offerings/outcome.tsx';
import { TimeLeft } from '#features/offerings/time-left.tsx';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { cx } from '#ui/class-names.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import type { DrawCheck } from './check-draw.ts';
import type { DrawHead } from './draw-worker.ts';
import css from './draw.module.css';
import type { useDrawCheck } from './use-draw-check.ts';

/** What the operator could and could not have done, in plain words. */
export function Assurance({ proof }: { readonly proof: DrawHead }) {
  const { t } = useTranslation('draw');
  const independent = proof.assurance === 'independent';
  const shared = proof.version === 'khara/prorata/1';
  return (
    <p className={cx(css.mode, !independent && css.tamper)}>
      <b>{t(independent ? 'independent' : 'tamperEvident')}</b>{' '}
      {t(independent ? 'independentText' : shared ? 'tamperSharedText' : 'tamperText')}
    </p>
  );
}

/** Where the reader came out, in one sentence. */
export function Reader({
  check,
  application,
}: {
  readonly check: DrawCheck | undefined;
  readonly application: ReturnType<typeof useDrawCheck>['application'];
}) {
  const { t } = useTranslation(['draw', 'newStocks']);
  const language = useLanguage();
  const own = check?.own;
  const count = (value: number): string => showCount(value, language);
  if (!application) {
    return (
      <Outcome title={t('noneTitle')}>
        <p>{t('noneText')}</p>
      </Outcome>
    );
  }
  const won = application.winningLots > 0;
  const lots = t('newStocks:lots', { count: application.winningLots, n: count(application.winningLots) });
  const amount = showMoney(application.amount, language);
  // Words, not money.
  const others = check && check.count > 0 ? Math.round((100 * (check.count - check.winners)) / check.count) : 0;
  return (
    <Outcome
      state={t(`newStocks:applied.${application.state}`)}
      title={won ? t('newStocks:wonTitle', { won: lots }) : t('newStocks:lostTitle')}
      won={won}
    >
      <p>
        {won
          ? t('wonText', {
              shares: count(application.allottedShares),
              price: application.allotmentPrice ?? application.price,
            })
          : t('lostText', { amount })}{' '}
        {!won && others > 0 && t('lostShare', { share: others })}
      </p>
      {own && own.shares !== application.allottedShares && <p>{t('differs')}</p>}
      <Button
        size="md"
        look="secondary"
        onClick={() => navigateTo(at('/pages/market/newStock/records', { id: application.id }))}
      >
        {t('newStocks:yourApplication')}
      </Button>
    </Outcome>
  );
}

/** Before the draw: what is fixed already, and what is still missing. */
export function Sealed({ proof, offering }: { readonly proof: DrawHead; readonly offering: Offering | undefined }) {
  const { t } = useTranslation(['draw', 'newStocks']);
  const language = useLanguage();
  const isClosed = proof.listRoot !== null;
  const next = isClosed ? proof.drawAt : proof.open.closesAt;
  return (
    <>
      <Outcome state={t(`newStocks:state.${proof.state}`)} title={t(isClosed ? 'closedTitle' : 'sealedTitle')}>
        <p>{t(isClosed ? 'closedText' : 'sealedText')}</p>
        {next !== null && (
          <p>
            {t(isClosed ? 'drawIn' : 'newStocks:closesIn')} <TimeLeft until={next} />
          </p>
        )}
      </Outcome>
      <Card>
        <h2 className={css.title}>{t('fixed')}</h2>
        <KeyValue label={t('seal')}>
          <code className={css.hash}>{proof.openHash}</code>
        </KeyValue>
        <KeyValue label={t('seedSeal')}>
          <code className={css.hash}>{shortHash(proof.open.seedHash)}</code>
        </KeyValue>
        <KeyValue label={t('newStocks:applications')}>
          {showCount(offering?.applications ?? proof.count, language)}
        </KeyValue>
        {proof.listRoot !== null && (
          <KeyValue label={t('listRoot')}>
            <code className={css.hash}>{shortHash(proof.listRoot)}</code>
          </KeyValue>
        )}
        {proof.seed !== null && (
          <KeyValue label={t('seedValue')}>
            <code className={css.hash}>{shortHash(proof.seed)}</code>
          </KeyValue>
        )}
        <Assurance proof={proof} />
        <p className={css.small}>{t('sealedKept')}</p>
      </Card>
      <RowGroup>
        <ListRow icon="ticket" title={t('newStocks:theOffering')} href={href(offeringAddress(proof.open.offeringId))} />
      </RowGroup>
      <div className={css.end} />
    </>
  );
}
