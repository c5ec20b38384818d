import type { ConsoleData, ConsolePayload } from '@khara/contract';
import { LANGUAGES } from 'virtual:contract';
import type { UseFormRegister } from 'react-hook-form';

type Terms = NonNullable<NonNullable<ConsolePayload<'consoleRequest'>['payload']>['offering']>;

export type Fields = Omit<Terms, 'issue'> & { readonly issue: NonNullable<Terms['issue']> };

export type Choices = ConsoleData<'consoleCalendar'>;

export function Issue({
  register,
  sectors,
}: {
  readonly register: UseFormRegister<Fields>;
  readonly sectors: Choices['sectors'];
}) {
  return (
    <fieldset>
      <legend>The company, which is invented</legend>
      <div className="row fields">
        {LANGUAGES.map(({ tag, name }) => (
          <label key={tag} lang={tag}>
            Name, {name}
            <input maxLength={80} {...register(`issue.names.${tag}`, { required: true })} />
          </label>
        ))}
        <label>
          Sector
          <select {...register('issue.sector', { required: true })}>
            {sectors.map((sector) => (
              <option key={sector}>{sector}</option>
            ))}
          </select>
        </label>
        <label>
          Board
          <select {...register('issue.board')}>
            <option value="main">Main board</option>
            <option value="sme">Small companies</option>
          </select>
        </label>
        <label>
          Floor, ₹
          <input inputMode="decimal" {...register('issue.floor', { required: true })} />
        </label>
        <label>
          Cap, ₹
          <input inputMode="decimal" {...register('issue.cap', { required: true })} />
        </label>
      </div>
      <label>
        What it does, in English
        <textarea maxLength={600} {...register('issue.story', { required: true })} />
      </label>
    </fieldset>
  );
}
