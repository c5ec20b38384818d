import type { OwnLimitRefusal } from '@khara/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLimitWords, usePauseEnd } from './limit-words.ts';
import { useOwnLimits } from './use-own-limits.ts';

/** Which limit stops an order, with its figure and the day's; without them until they have come. Needs `refusals`. */
export default function StopWords({ reason }: { readonly reason: OwnLimitRefusal }) {
  const { t } = useTranslation(['limits', 'refusals']);
  const { showValue } = useLimitWords();
  const pauseEnd = usePauseEnd();
  const { data } = useOwnLimits();
  const here = useTexts('limits');
  const plain = t(`refusals:${reason}`);
  if (!here || !data || reason === 'own_limit_no_intraday') return plain;
  if (reason === 'own_limit_pause') return data.pause ? t('stopped_pause', { until: pauseEnd(data.pause) }) : plain;
  const limit = data.limits.find(({ kind }) => reason === `own_limit_${kind}`);
  if (!limit || limit.value === null) return plain;
  const { kind, value, used = '0.00' } = limit;
  const figures = { limit: showValue(kind, value), used: showValue(kind, used) };
  if (kind === 'day_orders') return t('stopped_day_orders', figures);
  return kind === 'day_loss' ? t('stopped_day_loss', figures) : t('stopped_largest_order', figures);
}
