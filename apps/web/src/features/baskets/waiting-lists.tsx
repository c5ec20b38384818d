import { useList, useCall } from '#api/use-call.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { showFarDate } from '#features/waiting/trigger.ts';
import { Tag } from '#ui/choice.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { BASKET, REGULAR, REGULAR_LIST, type Regular } from './basket.ts';
import css from './baskets.module.css';
import { useRunReason } from './run-lines.tsx';

/** Own baskets. Needs `baskets`. */
export function BasketList() {
  const { t } = useTranslation('baskets');
  const baskets = useCall('baskets', {});
  return (
    <Answer of={baskets} wait={<SkeletonRows rows={4} />}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty
            icon="list"
            title={t('noBasket')}
            text={t('noBasketText')}
            action={{ label: t('newBasket'), onPress: () => navigateTo(BASKET) }}
          />
        ) : (
          <RowGroup className={css.rows}>
            {list.map(({ id, name, orders, isRegular }) => (
              <ListRow
                key={id}
                title={name}
                text={listed(...orders.map(({ code }) => code))}
                value={isRegular ? <Tag tone="accent">{t('regular')}</Tag> : t('orderCount', { count: orders.length })}
                href={href(at(BASKET, { id }))}
              />
            ))}
          </RowGroup>
        )
      }
    </Answer>
  );
}

/**
 * Own regular purchases: those that go on first; `onChoose` goes to a first one. Needs `baskets`, `waiting`,
 * `refusals`.
 */
export function RegularList({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation(['baskets', 'waiting']);
  return (
    <Answer
      of={useList('regularPurchases', REGULAR_LIST)}
      wait={<SkeletonRows rows={4} />}
      empty={
        <Empty
          icon="clock"
          title={t('noRegular')}
          text={t('noRegularText')}
          action={{ label: t('waiting:chooseStock'), onPress: onChoose }}
        />
      }
    >
      {(regulars) =>
        [false, true].map((isEnded) => {
          const some = regulars.filter(({ state }) => (state === 'ended') === isEnded);
          return (
            some.length > 0 && (
              <RowGroup key={String(isEnded)} className={css.rows}>
                {some.map((regular) => (
                  <RegularRow key={regular.id} regular={regular} />
                ))}
              </RowGroup>
            )
          );
        })
      }
    </Answer>
  );
}

function RegularRow({ regular }: { readonly regular: Regular }) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const words = useRunReason();
  const { id, name, amount, state, nextOn, last } = regular;
  return (
    <ListRow
      title={name}
      text={
        last?.state === 'skipped' && last.reason !== null
          ? t('lastSkipped', { reason: words(last.reason) })
          : nextOn === null
            ? t('timesDone', { made: regular.made, times: regular.times })
            : t('next', { date: showFarDate(nextOn, language) })
      }
      value={state === 'active' ? showMoney(amount, language) : <Tag>{t(state)}</Tag>}
      href={href(at(REGULAR, { id }))}
    />
  );
}
