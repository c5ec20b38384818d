import type { Data } from '@khara/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useList } from '#api/use-call.ts';
import { ReducingLine } from '#features/limits/reducing-line.tsx';
import { TradeRow } from '#features/orders/trade-row.tsx';
import { useOrderSheets } from '#features/orders/use-order-sheets.tsx';
import { PositionSummary } from '#features/positions/position-summary.tsx';
import { useLastRefusal } from '#features/ticket/last-refusal.ts';
import { at, href } from '#shell/navigation.ts';
import { cx } from '#ui/class-names.ts';
import { Tabs } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { MAX_ORDERS } from './follow-queue.ts';
import { HeldLine } from './held-line.tsx';
import { OpenOrders } from './open-orders.tsx';
import css from './share-orders.module.css';

const TABS = ['depth', 'orders', 'position', 'trades', 'about'] as const;
type Tab = (typeof TABS)[number];

type Props = {
  readonly stock: Data<'marketDetail'>;
  readonly className?: string | undefined;
  /** The book: beside the tabs, or where there is no room the first of them. */
  readonly depth: ReactNode;
  readonly about: ReactNode;
};

/** What the reader has to do with a share: orders, position, trades. Needs `desk`, `limits` and `orders`. */
export function ShareOrders({ stock, className, depth, about }: Props) {
  const { t } = useTranslation(['desk', 'orders', 'stock']);
  const { code } = stock;
  const signedIn = useSignedIn();
  const [tab, setTab] = useState<Tab>('orders');
  const open = useList('orders', { state: 'open', code, size: MAX_ORDERS }, { enabled: signedIn });
  const sheets = useOrderSheets();
  const refused = useLastRefusal();
  const labels: Record<Tab, string> = {
    depth: t('stock:depth'),
    orders: t('orders:orders'),
    position: t('position'),
    trades: t('orders:trades'),
    about: t('stock:about'),
  };
  const counts: Partial<Record<Tab, number>> = { orders: open.items.length, position: stock.position?.quantity ?? 0 };
  return (
    <div className={cx(css.panes, className)} data-tab={tab}>
      {depth}
      <section className={css.orders} aria-label={t('own', { code })}>
        <div className={css.bar}>
          <Tabs
            label={t('own', { code })}
            value={tab}
            onSelect={(next) => setTab(next as Tab)}
            items={TABS.map((value) => ({ value, label: labels[value], count: counts[value] }))}
          />
          <a className={css.relive} href={href(at('/pages/lab/day', { code }))}>
            {t('relive')}
          </a>
        </div>
        <div className={css.body} tabIndex={0}>
          <div role="status">
            {refused.code === code && refused.message !== undefined && (
              <Note tone="warn" className={css.refused}>
                {t('notPlaced', { why: refused.message })}
              </Note>
            )}
          </div>
          {tab === 'about' ? (
            about
          ) : !signedIn ? (
            <p className={css.none}>{t('loginForOrders')}</p>
          ) : tab === 'position' ? (
            stock.position ? (
              <PositionSummary code={code} price={stock.price} held={stock.position} />
            ) : (
              <p className={css.none}>{t('noPosition', { code })}</p>
            )
          ) : tab === 'trades' ? (
            <Trades code={code} onHistory={sheets.history} />
          ) : (
            <>
              <Answer
                of={open}
                isPart
                wait={<SkeletonRows rows={2} />}
                empty={<p className={css.none}>{t('noOrders', { code })}</p>}
              >
                {(orders) => (
                  <OpenOrders
                    code={code}
                    orders={orders}
                    onHistory={sheets.history}
                    onChange={sheets.change}
                    onCancel={sheets.cancel}
                  />
                )}
              </Answer>
              {stock.position && <HeldLine code={code} price={stock.price} held={stock.position} />}
            </>
          )}
        </div>
        {signedIn && tab === 'orders' && <ReducingLine />}
      </section>
      {sheets.sheets}
    </div>
  );
}

function Trades({ code, onHistory }: { readonly code: string; readonly onHistory: (orderId: string) => void }) {
  const { t } = useTranslation('desk');
  return (
    <Answer
      of={useList('fills', { code })}
      wait={<SkeletonRows rows={2} />}
      empty={<p className={css.none}>{t('noTrades', { code })}</p>}
    >
      {(fills) => fills.map((fill) => <TradeRow key={fill.id} fill={fill} onHistory={onHistory} />)}
    </Answer>
  );
}
