import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { Tag } from '#ui/choice.tsx';
import { showCount } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { showMarketDate } from '#lib/time.ts';
import { Monogram } from './monogram.tsx';
import { APPLICATION_TONES, type Application } from './offering.ts';
import css from './offerings.module.css';
import { TimeLeft } from './time-left.tsx';

export const APPLICATION_STATES = [
  'subscribed',
  'winning_lots',
  'failed_lots',
  'signed',
  'lapsed',
  'cancelled',
] as const satisfies readonly Application['state'][];

export const hasUnpaid = ({ unpaidAmount }: Application): boolean => !/^0(\.0+)?$/.test(unpaidAmount);

/** Own applications, newest first; each opens its story at `path`. Needs the namespace `newStocks`. */
export function ApplicationRows({
  applications,
  path,
}: {
  readonly applications: readonly Application[];
  readonly path: string;
}) {
  return (
    <div className={css.rows}>
      {applications.map((application) => (
        <Row key={application.id} application={application} path={path} />
      ))}
    </div>
  );
}

function Row({ application, path }: { readonly application: Application; readonly path: string }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { code, name, lots, state, signingEndsAt } = application;
  const counted = t('lots', { count: lots, n: showCount(lots, language) });
  const isDue = state === 'winning_lots' && signingEndsAt !== null;
  return (
    <ListRow
      lead={<Monogram code={code} />}
      title={name}
      text={
        <>
          {listed(t(`kind.${application.kind}`), counted, showMarketDate(application.marketDate, language))}
          {isDue && (
            <span className={cx(css.small, css.due)}>
              {hasUnpaid(application) ? (
                <>
                  {t('unpaidShort')} <Money value={application.unpaidAmount} hideable={false} /> ·{' '}
                </>
              ) : null}
              {t('signIn')} <TimeLeft until={signingEndsAt} />
            </span>
          )}
        </>
      }
      value={<Tag tone={APPLICATION_TONES[state]}>{t(stateKey(application))}</Tag>}
      href={href(at(path, { id: application.id }))}
    />
  );
}

/** The words of an application's state: a signed one that trades already says so. */
export const stateKey = ({
  state,
  offeringState,
}: Application): `applied.${Application['state']}` | 'state.listed_today' =>
  state === 'signed' && offeringState === 'listed_today' ? 'state.listed_today' : `applied.${state}`;
