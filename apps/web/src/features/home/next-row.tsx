import { paise } from '@khara/money';
import { DAY_MS } from '@khara/rules';
import { useEffect, useRef, type ReactNode } from 'react';
import { indiaFields, useMarketClock } from '#api/market-clock.ts';
import { useSession, type UserInfo } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { useNow } from '#features/money/use-now.ts';
import { ASSISTANTS_PAGE, useAsked } from '#features/assistants/asked.ts';
import ClosingOffering from '#features/offerings/closing-offering.tsx';
import { FirstMission, isAskedToKeep, KeepOrNot } from '#features/start/practice-next.tsx';
import { useFirstOrders } from '#features/start/use-first-orders.ts';
import { Invitation } from '#features/tour/invitation.tsx';
import { useTourSeen } from '#features/tour/seen.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { NEXT_WAITS, store } from '#lib/storage.ts';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import { at, href } from '#shell/navigation.ts';
import { Change, Money } from '#ui/amount.tsx';
import { Countdown } from '#ui/countdown.tsx';
import type { IconName } from '#ui/icons.tsx';
import { IconTile, RowGroup } from '#ui/row-group.tsx';
import { ListRow } from '#ui/row.tsx';
import { closesSoon } from './closes-soon.ts';

/** Applications come in and offerings close: asked again this often. */
const OFFERINGS_MS = 20_000;
/** Allotments come once a market day. */
const WON_MS = 60_000;

type Props = {
  /** Stands where something is expected while it is not known. */
  readonly place: ReactNode;
};

/** What waits for a member: the first that holds. Needs the namespaces `home`, `start` and `newStocks`. */
export default function NextRow({ place }: Props) {
  const user = useSession(({ userInfo }) => userInfo);
  return user ? <Waiting key={user.id} user={user} place={place} /> : null;
}

function Waiting({ user, place }: Props & { readonly user: UserInfo }) {
  const next = useNext(user);
  const box = useRef<HTMLDivElement>(null);
  const kept = useRef('');
  useEffect(() => {
    if (!box.current) return;
    const stands = `${user.id} ${box.current.offsetHeight}`;
    if (stands !== kept.current) store(NEXT_WAITS, (kept.current = stands));
  });
  return next === undefined ? place : <div ref={box}>{next}</div>;
}

/** Undefined while it is not known, null where nothing waits. */
function useNext(user: UserInfo): ReactNode | undefined {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const now = useNow(1000);
  const capital = useCall('totalCapital', {});
  const won = useCall('subscriptions', { state: 'winning_lots', size: 1 }, { staleMs: WON_MS });
  const offerings = useCall('newStocks', { state: 'in_progress', size: 20 }, { refetchMs: OFFERINGS_MS });
  const orders = useFirstOrders();
  const isAsked = useAsked(({ times }) => times > 0);
  const questions = useCall('assistantQuestions', undefined, { enabled: isAsked });
  const market = useMarketClock((clock) => clock.market);
  const tourSeen = useTourSeen(({ seen }) => seen);

  // Good for three days, and asked for in the last two. It may have been changed on another device.
  const isDue = market !== undefined && user.transactionPasswordIsDefault && now > user.createdAt + DAY_MS;
  const mine = useCall('userDetail', undefined, { enabled: isDue });

  const question = questions.data?.list.find(({ until }) => now < until);
  if (question)
    return (
      <One icon="people" title={t('asks', { name: question.name })} to={ASSISTANTS_PAGE}>
        <Countdown left={question.until - now} label={(time) => t('asksText', { time })} />
      </One>
    );
  if (isDue && mine.loading) return undefined;
  if (isDue && (mine.data?.userInfo ?? user).transactionPasswordIsDefault)
    return (
      <One icon="lock" title={t('changePassword')} to="/pages/personal/tranPassword/index">
        {t('changePasswordText')}
      </One>
    );
  if (capital.loading || won.loading || offerings.loading || !orders) return undefined;
  if (capital.data && paise(capital.data.totalAssets) === 0n && !orders.placed)
    return (
      <One icon="recharge" title={t('addMoney')} to={at('/pages/wallet/recharge/index', { currency: 'INR' })}>
        {t('addMoneyText')}
      </One>
    );
  const award = won.data?.list[0];
  if (award?.signingEndsMarketTime && (award.signingEndsAt ?? 0) > now)
    return (
      <One
        icon="ticket"
        title={t('sign', { name: award.name })}
        to={at('/pages/market/newStock/records', { id: award.id })}
      >
        {t('signText', { time: showMarketMoment(indiaFields(award.signingEndsMarketTime), language) })}
      </One>
    );
  if (isAskedToKeep(user, orders, market && now)) return <KeepOrNot user={user} />;
  if (user.deviceOnly && !orders.placed) return <FirstMission />;
  const closing = closesSoon(offerings.data?.list ?? [], now)[0];
  if (closing) return <ClosingOffering offering={closing} left={closing.closesAt - now} />;
  const { traded } = orders;
  if (capital.data && traded && market?.session === 'closed' && market.marketDate === traded.marketDate)
    return (
      <One
        icon="again"
        title={t('day', { day: showMarketDate(traded.marketDate, language) })}
        to={at('/pages/lab/day', { date: traded.marketDate, code: traded.code })}
      >
        <Change amount={capital.data.todayProfit} money /> {t('dayCharges')} <Money value={capital.data.chargesToday} />
      </One>
    );
  return orders.placed || tourSeen ? null : <Invitation />;
}

function One({
  icon,
  title,
  to,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly to: string;
  readonly children: ReactNode;
}) {
  return (
    <RowGroup>
      <ListRow lead={<IconTile icon={icon} tone="accent" />} title={title} text={children} chevron href={href(to)} />
    </RowGroup>
  );
}
