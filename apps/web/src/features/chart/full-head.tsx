import { useCall } from '#api/use-call.ts';
import { LivePrice } from '#features/quotes/live-price.tsx';
import css from './chart-panel.module.css';

/** Over a chart that has the whole page: what it is of, and its price. */
export function FullHead({ code }: { readonly code: string }) {
  const { data } = useCall('marketDetail', { code });
  return (
    <p className={css.fullHead}>
      <strong>{data?.kind === 'index' ? data.name : code}</strong> {data && <LivePrice quote={data} />}
    </p>
  );
}
