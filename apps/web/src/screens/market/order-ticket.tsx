import { rupees } from '@khara/money';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import type { NoteDraft } from '#features/journal/note-draft.ts';
import type { OrderDetail, OrderWithFills } from '#features/orders/outcome.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { PhaseNote } from '#features/session/phase-note.tsx';
import { useSharePhase } from '#features/session/share-session.ts';
import { takesMarket } from '#features/ticket/phase-rules.ts';
import { dropTicket, keepTicket, keptTicket } from '#features/ticket/kept-tickets.ts';
import { CheckingOrder } from '#features/ticket/checking-order.tsx';
import { noteOrdered } from '#features/start/use-first-orders.ts';
import { SideChoice } from '#features/ticket/side-choice.tsx';
import { TicketCosts } from '#features/ticket/ticket-costs.tsx';
import { TicketDock } from '#features/ticket/ticket-dock.tsx';
import { Surveillance } from '#features/surveillance/surveillance.tsx';
import { OtherWays, TicketForm } from '#features/ticket/ticket-form.tsx';
import { usePlacing } from '#features/ticket/use-placing.ts';
import { useDraft } from '#features/ticket/use-draft.ts';
import { useShownErrors } from '#features/ticket/use-field-errors.ts';
import { usePhaseChange } from '#features/session/use-phase-change.ts';
import { useTicket, type Side, type Stock, type Ticket, type TicketStart } from '#features/ticket/use-ticket.ts';
import { hasLimit } from '#features/ticket/terms.ts';
import { FailedPage } from '#shell/failed-page.tsx';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { useSideways } from '#shell/use-wide.ts';
import { Percent, Price } from '#ui/amount.tsx';
import { toast } from '#ui/toast.ts';
import css from './buy.module.css';
import { loadView } from './placed.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

// What a ticket shows after it has opened.
const TicketNote = lazyPart(() => import('#features/journal/ticket-note.tsx'));
const Stopped = lazyPart(() => import('#features/limits/stopped.tsx'), {
  failed: FailedPage,
});
const PauseNote = lazyPart(() => import('#features/limits/pause-note.tsx'));
const DraftNote = lazyPart(() => import('#features/limits/draft-note.tsx'));
const StopEnded = lazyPart(() => import('#features/limits/stop-ended.tsx'));

type TicketProps = {
  readonly stock: Stock;
  readonly side: Side;
  readonly positionId: string | undefined;
  readonly start: TicketStart;
  /** The ticket begins at the market, where the phase takes that: so was the order before, or there was none. */
  readonly atMarket: boolean;
  /** Another one with every price that is tapped. */
  readonly tap: string | undefined;
  readonly onSide: (side: Side) => void;
  readonly onPhase: () => unknown;
  readonly onPlaced: (order: OrderWithFills | OrderDetail) => void;
};

/** The ticket of one share: what is typed, what it costs, and what becomes of it until there is an order. */
export function OrderTicket(props: TicketProps) {
  const { stock, side, positionId, start, atMarket, tap, onSide, onPhase, onPlaced } = props;
  const { t } = useTranslation(['ticket', 'refusals', 'orders', 'journal']);
  const form = useId();
  const phase = useSharePhase(stock);
  // A failure is met again, and shown, when there is an order.
  useEffect(() => void loadView().catch(() => undefined), []);
  usePhaseChange(phase, onPhase); // its band is another in an auction
  const isBeside = usePlace().pane?.name === 'side';
  const isSideways = useSideways();
  const { code } = stock;
  // Beside the lists a ticket stands for every share that is looked at: it asks for none until a quantity is typed.
  const ticket = useTicket({
    stock,
    side,
    positionId,
    start: {
      ...(atMarket && start.price === undefined && takesMarket(phase) && { type: 'market' as const }),
      ...(isBeside && (keptTicket(code) ?? { quantity: '' })),
      ...start,
    },
    phase,
  });
  const [note, setNote] = useState<NoteDraft | undefined>(() => (isBeside ? keptTicket(code)?.note : undefined));
  useKeeping(isBeside, code, { ticket, note });
  const { product, type, limit } = ticket;
  const planned = { side, product, price: hasLimit(type) ? limit : undefined };
  const placedNow = (order: OrderWithFills | OrderDetail): void => {
    dropTicket(code);
    noteOrdered(order);
    onPlaced(order);
    if (note) void sendNote(order, note).then((failed) => failed && toast(t('journal:notKept'), { urgent: true }));
  };
  const placing = usePlacing({ stock, side, positionId, onPlaced: placedNow });
  // A price of the book that is tapped while the ticket stands.
  const [tapped, setTapped] = useState(tap);
  if (tapped !== tap) {
    setTapped(tap);
    if (start.price !== undefined) ticket.takePrice(start.price);
  }
  const errorOf = useShownErrors(ticket, side, placing.refused);
  const draft = useDraft(ticket, { code, side, isProductFixed: positionId !== undefined });
  const title = side === 'buy' ? t('buyTitle', { code }) : t('sellTitle', { code });

  if (placing.stopped)
    return <StoppedTicket stopped={placing.stopped} {...{ code, side, ticket, placing, title }} onSide={onSide} />;
  if (placing.unknown !== undefined) {
    return (
      <Page title={title}>
        <CheckingOrder what={placing.unknown} onFound={placedNow} onNone={() => placing.setUnknown(undefined)} />
      </Page>
    );
  }
  return (
    <Page
      title={isBeside ? t('orders:order') : title}
      {...(!isBeside && { subtitle: <LivePrice stock={stock} /> })}
      tools={<SideChoice side={side} onSide={onSide} />}
      dock={
        stock.tradable ? (
          <>
            {isSideways && (
              <div className={css.above}>
                <TicketCosts ticket={ticket} code={code} side={side} />
              </div>
            )}
            <TicketDock
              ticket={ticket}
              stock={stock}
              side={side}
              phase={phase}
              busy={placing.busy}
              form={form}
              onConfirm={() => void placing.place(ticket)}
              onStopped={(reason) => placing.setStopped({ reason })}
            />
          </>
        ) : (
          <p className={css.notTradable} role="status">
            {t(stock.listsOn === undefined ? 'notTradable' : 'notListed')}
          </p>
        )
      }
    >
      {stock.tradable && <PauseNote />}
      {draft.kept && <DraftNote draft={draft.kept} onUse={draft.fillIn} onDrop={draft.drop} />}
      {placing.stopEnded && <StopEnded />}
      {stock.tradable && <PhaseNote phase={phase} casEligible={stock.closesByAuction} />}
      <Surveillance stock={stock} className={css.surveillance} />
      <div onInput={placing.forget} onClick={placing.forget}>
        <TicketForm
          id={form}
          stock={stock}
          side={side}
          ticket={ticket}
          phase={phase}
          productFixed={positionId !== undefined}
          errorOf={errorOf}
        />
      </div>
      {!(isSideways && stock.tradable) && <TicketCosts ticket={ticket} code={code} side={side} />}
      <section className={css.more}>
        <TicketNote wait={<div className={css.noteRow} />} draft={note} order={planned} onChange={setNote} />
        <OtherWays code={code} side={side} />
      </section>
      {placing.sheet}
    </Page>
  );
}

/** Beside the lists what is typed is there again when the reader comes back to the share. */
function useKeeping(
  isBeside: boolean,
  code: string,
  { ticket, note }: { readonly ticket: Ticket; readonly note: NoteDraft | undefined },
): void {
  useEffect(() => {
    const { quantity, limit, trigger, type, product } = ticket;
    if (isBeside && quantity !== '')
      keepTicket(code, {
        quantity,
        trigger,
        type,
        product,
        ...(note && { note }),
        ...(limit !== undefined && { price: rupees(limit) }),
      });
  });
}

type Placing = ReturnType<typeof usePlacing>;
type StoppedProps = Pick<TicketProps, 'side' | 'onSide'> & {
  readonly stopped: NonNullable<Placing['stopped']>;
  readonly code: string;
  readonly ticket: Ticket;
  readonly placing: Placing;
  readonly title: string;
};

/** A limit of the reader's own stands before the order. */
function StoppedTicket({ stopped, code, side, ticket, placing, title, onSide }: StoppedProps) {
  const isBeside = usePlace().pane?.name === 'side';
  const { quantity, price, trigger, type, product } = ticket;
  const goOn = (): void => placing.setStopped(undefined);
  return (
    <Stopped
      wait={<Page title={title}>{null}</Page>}
      reason={stopped.reason}
      message={stopped.message}
      details={stopped.details}
      title={title}
      draft={{ code, side, quantity, price, trigger, type, product }}
      price={hasLimit(type) && price !== '' ? price : undefined}
      onBack={goOn}
      onEnd={() => {
        placing.endStop();
        void ticket.preview.again(); // it has warned of the limit
      }}
      {...(isBeside && {
        tools: (
          <SideChoice
            onSide={(next) => {
              goOn();
              onSide(next);
            }}
          />
        ),
      })}
    />
  );
}

/** What is written goes with the order that it was written for. The order stands whether that arrives or not. */
const sendNote = (order: OrderWithFills | OrderDetail, note: NoteDraft): Promise<unknown> =>
  import('#features/journal/keep-note.ts').then(({ keepNote }) => keepNote(order.id, note, order)).catch(() => true);

function LivePrice({ stock }: { readonly stock: Stock }) {
  const { price, changePercent } = asOfNow(stock, useQuote(stock.tradable ? stock.code : undefined));
  return (
    <span className={css.live}>
      <Price value={price} />
      <Percent value={changePercent} />
    </span>
  );
}
