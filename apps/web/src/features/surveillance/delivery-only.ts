import type { Data } from '@khara/contract';
import { allowsIntraday } from '@khara/rules';

type Stock = Pick<Data<'marketDetail'>, 'series' | 'surveillance'>;

/** Whether intraday orders in a share are refused: by its series, or under surveillance. */
export const isTakenForDeliveryOnly = ({ series, surveillance }: Stock): boolean =>
  series !== null && (surveillance !== null || !allowsIntraday(series));
