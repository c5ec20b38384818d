import { Heading } from '../ui/states.tsx';
import css from './limits.module.css';

const LIMITS: readonly string[] = [
  'set or nudge a price, a trade or a candle',
  'change a balance, post an entry, or reverse one without its id',
  'pick or re-run a draw, see a seed before the close, or withdraw an offering after it',
  'set a credit score, or add an event to one',
  'freeze an account or a withdrawal without a published rule and an end date',
  'suspend a share alone, for longer than a market day, or without a reason of the published list',
  'change a member’s bank account, phone or password, or sign in as a member',
  'read a password, a transaction password, a second factor’s secret or a full Aadhaar number',
  'turn off or edit the log, the audit or the labels that say what is simulated',
  'enter a bank account, UPI id or address for members to pay into',
  'mark a platform as registered',
  'change fees or rates without a record dated at least one market day ahead',
  'approve what they asked for themselves',
];

export function Limits() {
  return (
    <>
      <Heading title="What staff cannot do">No call, no right in the database and no setting exists to …</Heading>
      <ul className={css.limits}>
        {LIMITS.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <h2>What keeps it so</h2>
      <p>
        The back office talks to the database as a role that may ask, decide and read its own views, and nothing else.
        The server carries out an agreed request, with a record in the signed log. A test compares every call, and every
        right of that role, with a list.
      </p>
      <p>
        The holder of the database’s superuser password can still rewrite history, and an operator can always switch the
        server off. The first is found by members’ own devices, which keep the log’s signed checkpoints.
      </p>
    </>
  );
}
