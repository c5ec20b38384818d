import { showMarketMoment } from '#lib/time.ts';
import { indiaFields } from '#api/market-clock.ts';
import { paise } from '@khara/money';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { CheckingHead } from '#features/money/checking-head.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { Note } from '#ui/note.tsx';
import { showCount, showMoney } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { lotsProblem, stepLots } from './lots.ts';
import { subscriptionCost, type Application, type Offering } from './offering.ts';
import css from './subscribe-sheet.module.css';
import { RuleNote, Seal, SubscribeTerms } from './subscribe-terms.tsx';
import { TimeLeft } from './time-left.tsx';
import { useSubscribing } from './use-subscribing.ts';

type Props = {
  readonly offering: Offering;
  /** What is to be changed; undefined to apply. */
  readonly application?: Application | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** How many lots, what is blocked for them, and what that means. Needs `newStocks`, `refusals`, `answers`. */
export function SubscribeSheet({ offering, application, open, onClose }: Props) {
  const { t } = useTranslation(['newStocks', 'refusals', 'common']);
  const language = useLanguage();
  const fixed = offering.fixedSubscriptionQuantity;
  const [text, setText] = useState(String(application?.lots ?? fixed ?? offering.minimumSubscription));
  const [touched, setTouched] = useState(false);
  const { submit, asking, refused, forget, unknown, sheet } = useSubscribing(offering, application, onClose);
  const signedIn = useSignedIn();
  const wallet = useCall('rupeeWallet', {}, { enabled: open && signedIn });

  const problem = lotsProblem(text, offering);
  const lots = problem === undefined ? Number(text) : undefined;
  const cost = subscriptionCost(offering, lots ?? 0);
  const minimum = offering.minimumSubscription;
  const count = (value: number): string => showCount(value, language);
  const problemText = problem && t(`refusals:${problem}`, { minimum: count(minimum) });
  const error = refused?.ofLots ? refused.message : touched ? problemText : undefined;
  const missing = cost && isMissing(cost.blocked, wallet.data?.available, application?.frozenAmount);

  const change = (next: string): void => {
    forget();
    setTouched(true);
    setText(next);
  };
  const blocked = showMoney(cost?.blocked, language);
  const title = t(application ? 'reviseTitle' : 'subscribeTo', { name: offering.name });
  if (unknown !== undefined)
    return (
      <Sheet open={open} onClose={onClose} title={title}>
        <CheckingHead title={t('checking')} what={unknown} text={t('checkingText')} />
      </Sheet>
    );
  return (
    <>
      <Sheet
        open={open && !asking}
        onClose={onClose}
        title={title}
        dock={
          <Button
            busy={asking}
            onClick={() => {
              setTouched(true);
              if (lots !== undefined) void submit(lots);
            }}
          >
            {lots === undefined
              ? t(application ? 'revise' : 'subscribe')
              : t(application ? 'reviseWith' : offering.kind === 'block' ? 'takeWith' : 'subscribeWith', {
                  amount: blocked,
                })}
          </Button>
        }
      >
        <p className={css.closes}>
          {t('closesIn')} <TimeLeft until={offering.closesAt} />
          {t('closesAtMarket', { time: showMarketMoment(indiaFields(offering.closesMarketTime), language) })}
        </p>
        <Stepper
          label={t('lotsLabel')}
          value={text}
          unit={lots === undefined ? '' : t('lotsUnit', { count: lots, shares: count(lots * offering.sharesPerLot) })}
          lessLabel={t('common:field.less')}
          moreLabel={t('common:field.more')}
          hint={
            fixed === null
              ? t('lotsRange', {
                  min: count(minimum),
                  max: count(offering.subscriptionCeiling),
                  shares: count(offering.sharesPerLot),
                })
              : t('lotsFixed', { n: count(fixed), shares: count(offering.sharesPerLot) })
          }
          error={error}
          onChange={change}
          onStep={(direction) => change(stepLots(text, direction, offering))}
        />
        <RuleNote offering={offering} />
        <SubscribeTerms offering={offering} cost={cost} available={wallet.data?.available} />
        {missing && (
          <Note tone="neutral" className={css.note}>
            {t('notEnough')}{' '}
            <button type="button" onClick={() => navigateTo(at('/pages/wallet/recharge/index', { currency: 'INR' }))}>
              {t('recharge')}
            </button>
          </Note>
        )}
        {refused && !refused.ofLots && (
          <p className={css.refused} role="alert">
            {refused.message}
          </p>
        )}
        <Seal commitment={offering.drawCommitment} />
      </Sheet>
      {sheet}
    </>
  );
}

/** Whether more is to be blocked than there is; what an application blocks already is there again when it changes. */
function isMissing(blocked: string, available: string | undefined, already: string | undefined): boolean {
  if (available === undefined) return false;
  const [need, have, freed] = [paise(blocked) ?? 0n, paise(available) ?? 0n, paise(already ?? '0') ?? 0n];
  return need > have + freed;
}
