import type { Tampering } from './tampering.ts';

/** Of offers to holders and of short deliveries, in the database of lived-offers.ts. */
export const OFFERS: readonly Tampering[] = (
  [
    [
      'a rights issue is cheaper',
      `UPDATE market.corporate_action SET price_paise = price_paise - 100 WHERE kind = 'rights'`,
      'corporate_actions_recorded',
    ],
    [
      'a buyback pays more',
      `UPDATE market.corporate_action SET price_paise = price_paise + 100 WHERE kind = 'buyback'`,
      'corporate_actions_recorded',
    ],
    [
      'others tendered less to a buyback',
      `UPDATE market.offer_outcome SET small_entitled = small_entitled - 1 WHERE small_entitled > 0`,
      'offer_outcomes_recorded',
    ],
    [
      'a holder has more entitlements, by their list',
      `UPDATE trading.entitlement SET added = added + 1 WHERE kind = 'rights'`,
      'entitlements',
    ],
    [
      'an application for new shares got more',
      `UPDATE trading.offer_application SET got = got + 1, paid_paise = paid_paise + price_paise WHERE kind = 'rights'`,
      'holder_offers',
      'lots_of_fills',
    ],
    [
      'an application for new shares was withdrawn',
      `UPDATE trading.offer_application SET state = 'withdrawn', got = NULL, paid_paise = NULL, tds_paise = NULL, position_id = NULL WHERE kind = 'rights'`,
      'offer_applications_recorded',
    ],
    [
      'an application for new shares is of another member',
      `UPDATE trading.offer_application SET user_id = user_id || '-another' WHERE kind = 'rights'`,
      'offer_applications_recorded',
    ],
    [
      'an application for new shares was asked for by another request',
      `UPDATE trading.offer_application SET req = sha256(req) WHERE kind = 'rights'`,
      'offer_applications_recorded',
    ],
    [
      'an application for new shares is gone',
      `DELETE FROM trading.offer_application WHERE kind = 'rights'`,
      'holder_offers',
    ],
    [
      'entitlements that were used had cost more',
      `UPDATE trading.offer_application SET lot_paise = lot_paise + 100 WHERE kind = 'rights'`,
      'lots_of_fills',
    ],
    [
      'a tender is open again',
      `UPDATE trading.offer_application SET state = 'open', ended_ms = NULL, got = NULL, paid_paise = NULL, tds_paise = NULL, position_id = NULL WHERE kind = 'buyback'`,
      'holder_offers',
      'frozen_shares',
    ],
    [
      'a company bought fewer shares back',
      `UPDATE trading.offer_application SET got = got - 1, paid_paise = paid_paise - price_paise WHERE kind = 'buyback'`,
      'holder_offers',
      'lots_of_fills',
    ],
    [
      'tax was deducted from a buyback',
      `UPDATE trading.offer_application SET tds_paise = tds_paise + 100 WHERE kind = 'buyback'`,
      'holder_offers',
    ],
    ['no entitlements lapsed', `DELETE FROM trading.lapsed_entitlement`, 'holder_offers', 'lots_of_fills'],
    [
      'more entitlements lapsed',
      `UPDATE trading.lapsed_entitlement SET entitlements = entitlements + 1`,
      'holder_offers',
      'lots_of_fills',
    ],
    ['a purchase was delivered after all', `DELETE FROM trading.short_delivery`, 'short_deliveries', 'short_sales'],
    [
      'an auction found shares',
      `UPDATE trading.short_delivery SET found = true, closed_out = 0, closed_paise = 0, position_id = NULL, lot_paise = 0, lot_charges_paise = 0, lot_stt_paise = 0`,
      'short_deliveries',
      'short_sales',
    ],
    [
      'a purchase was closed out at a higher price',
      `UPDATE trading.short_delivery SET price_paise = price_paise + 100, closed_paise = closed_paise + 100 * closed_out, loss_paise = loss_paise + 100 * undelivered`,
      'short_deliveries',
      'short_sales',
    ],
    [
      'more shares were closed out',
      `UPDATE trading.short_delivery SET closed_out = closed_out + 1, undelivered = undelivered - 1, closed_paise = closed_paise + price_paise, loss_paise = loss_paise - (price_paise * undelivered - sale_paise) + greatest(0, price_paise * (undelivered - 1) - sale_paise)`,
      'short_sales',
    ],
    [
      'what was closed out had cost more',
      `UPDATE trading.short_delivery SET lot_paise = lot_paise + 100`,
      'lots_of_fills',
    ],
    [
      'what was closed out is still due',
      `UPDATE trading.settlement_due d SET sold = d.sold - s.closed_out, outstanding = true FROM trading.short_delivery s WHERE d.user_id = s.user_id AND d.asset = s.asset AND d.settles_on = s.settles_on`,
      'unsettled',
    ],
  ] as const
).map(([name, sql, ...found]) => ({ name, sql, found }));
