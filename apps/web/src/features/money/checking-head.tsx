import { OutcomeHead } from './outcome-head.tsx';

/** Stands where the answer to a payment got lost and the server is being asked. */
export function CheckingHead({
  title,
  what,
  text,
}: {
  readonly title: string;
  /** The amount in words. */
  readonly what: string | undefined;
  readonly text: string;
}) {
  return (
    <OutcomeHead tone="accent" icon="clock" title={title}>
      <p>{what}</p>
      <p>{text}</p>
    </OutcomeHead>
  );
}
