import { OFFERING_KINDS } from 'virtual:contract';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { RefusalError } from '../api/api.ts';
import { useAct, useCall } from '../api/data.ts';
import { perLanguage } from '../ui/four-languages.tsx';
import { grouped } from '../lib/figures.ts';
import { Failed, Heading, Loading } from '../ui/states.tsx';
import { words } from '../lib/words.ts';
import { type Fields, type Choices, Issue } from './issue-fields.tsx';

/** What a rule asks for, in words. */
const RULES: Readonly<Record<string, string>> = {
  market_day_to_come: 'It opens on one of the market days to come.',
  code_form: 'A code is 3 to 10 capital letters.',
  names_in_four_languages: 'The name is needed in all four languages.',
  known_sector: 'The sector is one of the list.',
  board_of_an_issue: 'Only an issue can be on the board of small companies.',
  positive: 'This has to be a whole number above zero.',
  band_of_105_to_120: 'The cap lies between 105 and 120 per cent of the floor.',
  discount_too_large:
    'The discount is at most 10 per cent of an issue, 5 per cent of an offer for sale or a placement, 3 per cent of a block.',
  lot_of_10000_to_15000: 'A lot of a main-board issue is worth ₹10,000 to ₹15,000 at the cap.',
  sme_two_lots_above_2_lakh: 'Of a small company one applies for exactly two lots, worth more than ₹2 lakh together.',
  retail_limit_2_lakh: 'An application is worth at most ₹2 lakh: fewer lots, or fewer shares in one.',
  block_of_25_crore: 'A block is worth at least ₹25 crore.',
  lots_in_order: 'The most lots are no fewer than the least.',
  fewer_than_one_application: 'There are too few shares for a single application.',
  reserved_part:
    'Retail gets 10 or 35 per cent of an issue, at least 10 per cent of an offer for sale, and nothing of a placement or a block.',
  demand_out_of_range: 'The demand is above zero, and at most 300 times the shares on offer.',
};

const START: Fields = {
  kind: 'ipo',
  code: '',
  opensOn: '',
  issue: { names: perLanguage(''), sector: '', board: 'main', story: '', floor: '', cap: '' },
  discountBps: 0,
  sharesPerLot: 70,
  totalShares: 7_000_000,
  reservedBps: 3_500,
  minLots: 1,
  maxLots: 13,
  demandHundredths: 400,
};

/** What fits a kind, to begin with. */
const USUAL: Readonly<Record<Fields['kind'], Partial<Fields>>> = {
  ipo: { reservedBps: 3_500, minLots: 1, maxLots: 13, discountBps: 0 },
  offline_placement: { reservedBps: 1_000, minLots: 1, maxLots: 13, discountBps: 0 },
  private_placement: { reservedBps: 0, minLots: 2, maxLots: 25, discountBps: 360 },
  block: { reservedBps: 0, minLots: 4, maxLots: 200, discountBps: 125, demandHundredths: 100 },
};

const FIGURES = [
  ['sharesPerLot', 'Shares in a lot'],
  ['totalShares', 'Shares in all'],
  ['reservedBps', 'Of them for retail, in hundredths of a per cent'],
  ['discountBps', 'Discount, in hundredths of a per cent'],
  ['minLots', 'Least lots'],
  ['maxLots', 'Most lots'],
  ['demandHundredths', 'Simulated demand, in hundredths of what is on offer'],
] as const;

function Form({ choices }: { readonly choices: Choices }) {
  const first = { opensOn: choices.days[1] ?? '', issue: { ...START.issue, sector: choices.sectors[0] ?? '' } };
  const { register, handleSubmit, watch, setValue } = useForm<Fields>({ defaultValues: { ...START, ...first } });
  const ask = useAct('consoleRequest');
  const navigate = useNavigate();
  const [kind, code] = watch(['kind', 'code']);
  const company = choices.companies.find((one) => one.code === code);
  const choose = (next: Fields['kind']) => {
    for (const [name, value] of Object.entries({ code: '', ...USUAL[next] }))
      setValue(name as keyof Fields, value as never); // names and values of one table
  };
  const send = handleSubmit(({ issue, ...terms }) =>
    ask.mutate(
      {
        action: 'offering.create',
        subject: terms.code,
        payload: { offering: { ...terms, ...(terms.kind === 'ipo' ? { issue } : {}) } },
        reason: 'issuer_asked',
      },
      { onSuccess: () => void navigate('/requests') },
    ),
  );
  const rule = ask.error instanceof RefusalError ? ask.error.rule : undefined;
  return (
    <form className="card stack" onSubmit={(event) => void send(event)}>
      <div className="row fields">
        <label>
          Kind
          <select {...register('kind', { onChange: ({ target }) => choose(target.value as Fields['kind']) })}>
            {OFFERING_KINDS.map((one) => (
              <option key={one} value={one}>
                {one === 'ipo' ? 'IPO, by draw' : words(one)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Opens on the market day
          <select {...register('opensOn')}>
            {choices.days.map((day) => (
              <option key={day}>{day}</option>
            ))}
          </select>
        </label>
        {kind === 'ipo' ? (
          <label>
            Code of the new share
            <input maxLength={10} {...register('code', { required: true, pattern: /^[A-Z]{3,10}$/ })} />
          </label>
        ) : (
          <label>
            Listed company
            <select {...register('code', { required: true })}>
              <option value="">Choose one</option>
              {choices.companies.map((one) => (
                <option key={one.code} value={one.code}>
                  {one.code}, {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        {company && kind !== 'ipo' ? (
          <p className="quiet">Now ₹{grouped(company.lastPrice)}; its price is found anew when the offering opens.</p>
        ) : null}
      </div>
      {kind === 'ipo' ? <Issue register={register} sectors={choices.sectors} /> : null}
      <div className="row fields">
        {FIGURES.map(([name, label]) => (
          <label key={name}>
            {label}
            <input type="number" min={0} {...register(name, { required: true, valueAsNumber: true })} />
          </label>
        ))}
      </div>
      {ask.error ? <p role="alert">{(rule && RULES[rule]) ?? ask.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={ask.isPending}>
          Ask for it
        </button>
        <Link className="button" to="/offerings">
          Back
        </Link>
        <span className="quiet">
          A second person has to agree. No person chooses the seed, the hour or who gets shares.
        </span>
      </div>
    </form>
  );
}

export function NewOffering() {
  const { data, error, refetch } = useCall('consoleCalendar', {}, { everyMs: false });
  return (
    <>
      <Heading title="New offering">
        Its terms go by the rules that the market’s own plan keeps. It opens at its kind’s hour and closes, is drawn and
        listed by the market’s clock.
      </Heading>
      {error ? <Failed error={error} retry={refetch} /> : null}
      {data ? <Form choices={data} /> : null}
      {!data && !error ? <Loading /> : null}
    </>
  );
}
