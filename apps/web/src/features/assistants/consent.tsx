import {
  ASSISTANT_DAYS,
  ASSISTANT_ORDERS,
  ASSISTANT_RUPEES,
  type AssistantScope,
  type Data,
  type Payload,
} from '@khara/contract';
import { useState, type FormEvent } from 'react';
import { call } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { useSession } from '#api/session.ts';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { readCode } from '#ui/code-boxes.tsx';
import { PasswordField } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { IconTile } from '#ui/row-group.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { rememberLetIn } from './asked.ts';
import css from './assistants.module.css';
import { Never } from './never.tsx';

const FORM = 'consent';
const DAY_WORDS = { 1: 'day', 7: 'week', 30: 'month' } as const;

/** What the member chooses; reading is always a part of it. */
type Choice = {
  readonly rehearses: boolean;
  readonly places: boolean;
  readonly rupees: number;
  readonly orders: number;
  readonly how: 'asks' | 'within';
  readonly days: `${(typeof ASSISTANT_DAYS)[number]}`;
  readonly transactionPassword: string;
};

const FIRST: Omit<Choice, 'rehearses'> = {
  places: false,
  rupees: ASSISTANT_RUPEES.first,
  orders: ASSISTANT_ORDERS.first,
  how: 'asks',
  days: '7',
  transactionPassword: '',
};

function toAllowed({ rehearses, places, rupees, orders, how, days, transactionPassword }: Choice) {
  const scope: AssistantScope = places ? 'trade' : rehearses ? 'rehearse' : 'read';
  return {
    scope,
    days: Number(days),
    ...(places && {
      dayAmount: rupees,
      dayOrders: orders,
      asks: how === 'asks',
      ...(transactionPassword !== '' && { transactionPassword }),
    }),
  } satisfies Omit<Payload<'allowAssistant'>, 'request'>;
}

/** Asks whether an assistant may come in, and brings the browser back to it with the answer. */
export function Consent({ request, asked }: { readonly request: string; readonly asked: Data<'assistantRequest'> }) {
  const { t } = useTranslation('assistants');
  const me = useSession((state) => state.userInfo);
  const owner = useReauthentication();
  const may = (scope: AssistantScope) => asked.scopes.includes(scope);
  const isKept = me?.deviceOnly !== true;
  const [choice, setChoice] = useState<Choice>({ ...FIRST, rehearses: may('rehearse') });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Choice>) => {
    setFailure(undefined);
    setChoice({ ...choice, ...part });
  };

  const allow = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await owner.prove((proof) => call('allowAssistant', { request, ...toAllowed(choice), ...proof }));
    if (result?.ok) {
      rememberLetIn();
      return location.assign(result.data.redirect);
    }
    setBusy(false);
    return setFailure(result);
  };
  const ofPassword = failure?.field === 'transactionPassword' ? failure.message : undefined;
  return (
    <Page
      subtitle={me && t('signedInAs', { name: me.nickname })}
      dock={
        <>
          <Button look="secondary" onClick={() => location.assign(asked.declined)}>
            {t('no')}
          </Button>
          <Button type="submit" form={FORM} busy={busy}>
            {t('allow')}
          </Button>
        </>
      }
    >
      <form id={FORM} className={css.page} noValidate onSubmit={(event) => void allow(event)}>
        <Card className={css.who}>
          <IconTile icon="assistant" tone="accent" />
          <div className={css.names}>
            <h2>
              <q>{asked.name}</q>
            </h2>
            <p className={css.small}>
              {t(asked.isThisDevice ? 'namesItselfHere' : 'namesItself', { host: asked.host })}
            </p>
          </div>
        </Card>
        <SectionHead title={t('may')} />
        <Card className={css.rights}>
          <Checkbox checked onChange={() => undefined}>
            {t('read')}
            <small>{t('readText')}</small>
          </Checkbox>
          {may('rehearse') && (
            <Checkbox
              checked={choice.rehearses}
              onChange={(rehearses) => change({ rehearses, places: rehearses && choice.places })}
            >
              {t('rehearse')}
              <small>{t('rehearseText')}</small>
            </Checkbox>
          )}
          {may('trade') && isKept && (
            <Checkbox
              checked={choice.places}
              onChange={(places) => change({ places, rehearses: places || choice.rehearses })}
            >
              {t('trade')}
              <small>{t('tradeText')}</small>
            </Checkbox>
          )}
          {choice.places && <Ceilings choice={choice} onChange={change} />}
        </Card>
        {may('trade') && !isKept && <Note>{t('notKept')}</Note>}
        <Never />
        <div className={css.form}>
          <div>
            <p className={css.label}>{t('days')}</p>
            <Segmented
              label={t('days')}
              options={ASSISTANT_DAYS.map((days) => ({ value: `${days}` as const, label: t(DAY_WORDS[days]) }))}
              value={choice.days}
              onChange={(days) => change({ days })}
            />
          </div>
          {choice.places && (
            <PasswordField
              label={t('password')}
              hint={t('passwordHint')}
              hintStays
              autoComplete="off"
              inputMode="numeric"
              value={choice.transactionPassword}
              error={ofPassword}
              onChange={({ target }) => change({ transactionPassword: readCode(target.value) })}
            />
          )}
          {failure && ofPassword === undefined && (
            <p className={css.wrong} role="alert">
              {failure.message}
            </p>
          )}
        </div>
      </form>
      {owner.sheet}
    </Page>
  );
}

/** A step that stays on the steps of a field and within its ends. */
const stepped = (value: number, direction: 1 | -1, { step, most }: { readonly step: number; readonly most: number }) =>
  Math.min(most, Math.max(step, (Math.round(value / step) + direction) * step));
/** What was typed, within the ends; what is no number is the least. */
const typed = (text: string, { step, most }: { readonly step: number; readonly most: number }) =>
  stepped(Number(text.replaceAll(/\D/g, '')) - step, 1, { step, most });

/** The sum, the number of orders, and whether the member is asked each time. */
function Ceilings({
  choice,
  onChange,
}: {
  readonly choice: Choice;
  readonly onChange: (part: Partial<Choice>) => void;
}) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const orders = { step: 1, most: ASSISTANT_ORDERS.most };
  return (
    <>
      <Stepper
        label={t('sum')}
        value={showMoney(`${choice.rupees}.00`, language).replace(/\.\d+$/, '')}
        lessLabel={t('sumLess')}
        moreLabel={t('sumMore')}
        onChange={(text) => onChange({ rupees: typed(text, ASSISTANT_RUPEES) })}
        onStep={(direction) => onChange({ rupees: stepped(choice.rupees, direction, ASSISTANT_RUPEES) })}
      />
      <Stepper
        label={t('orders')}
        value={showCount(choice.orders, language)}
        lessLabel={t('ordersLess')}
        moreLabel={t('ordersMore')}
        onChange={(text) => onChange({ orders: typed(text, orders) })}
        onStep={(direction) => onChange({ orders: stepped(choice.orders, direction, orders) })}
      />
      <Segmented
        label={t('how')}
        options={[
          { value: 'asks', label: t('asks') },
          { value: 'within', label: t('within') },
        ]}
        value={choice.how}
        onChange={(how) => onChange({ how })}
      />
    </>
  );
}
