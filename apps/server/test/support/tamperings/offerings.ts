import type { Tampering } from './tampering.ts';

export const OFFERINGS: readonly Tampering[] = [
  {
    name: 'the price of an open offering is halved',
    sql: `UPDATE offerings.offering SET price_paise = price_paise / 2 WHERE opened_ms IS NOT NULL`,
    found: ['offering_is_as_sealed', 'offerings_recorded'],
  },
  {
    name: 'an offering is of another company',
    sql: `UPDATE offerings.offering SET code = 'AAMRAI' WHERE kind = 'ipo' AND opened_ms IS NOT NULL`,
    found: ['offering_is_as_sealed', 'offerings_recorded'],
  },
  {
    name: 'cap, floor and issue price of an issue are halved',
    sql: `UPDATE offerings.offering SET cap_paise = cap_paise / 2, floor_paise = floor_paise / 2, issue_paise = issue_paise / 2 WHERE cap_paise IS NOT NULL`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering gives more discount, and blocks less',
    sql: `UPDATE offerings.offering SET discount_bps = discount_bps + 500, upfront_bps = 1`,
    found: ['offerings_recorded'],
  },
  {
    name: 'more of an offering is reserved, and more applicants are made up',
    sql: `UPDATE offerings.offering SET reserved_shares = reserved_shares + 1000, demand_hundredths = 2 * demand_hundredths`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering needs its key no more',
    sql: `UPDATE offerings.offering SET key_hash = NULL WHERE key_hash IS NOT NULL`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering to come is listed on another day',
    sql: `UPDATE offerings.offering SET listing_date = listing_date + 1 WHERE opened_ms IS NULL`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering draws with another round',
    sql: `UPDATE offerings.offering SET entropy_round = entropy_round + 1 WHERE opened_ms IS NOT NULL`,
    found: ['offering_open_hash', 'offering_is_as_sealed'],
  },
  {
    name: 'an application asked for more lots',
    sql: `UPDATE offerings.application SET lots = lots + 1 WHERE lots IS NOT NULL`,
    found: ['draws_run_again'],
  },
  {
    name: 'an issue counts fewer lots than were applied for',
    sql: `UPDATE offerings.offering SET lots = 1 WHERE list_root IS NOT NULL`,
    found: ['draws_run_again'],
  },
  {
    name: 'an issue counts fewer applications than there are',
    sql: `UPDATE offerings.offering SET applications = applications - 1 WHERE list_root IS NOT NULL`,
    found: ['draws_run_again'],
  },
  {
    name: 'an issue lapsed, though enough was asked for',
    sql: `UPDATE offerings.offering SET state = 'lapsed', state_reason = 'undersubscribed' WHERE drawn_ms IS NOT NULL`,
    found: ['draws_run_again'],
  },
  {
    name: 'another seed was drawn with',
    sql: `UPDATE offerings.offering SET seed = sha256(seed) WHERE seed IS NOT NULL`,
    found: ['offering_is_as_sealed'],
  },
  {
    name: 'another application wins a lottery',
    sql: `UPDATE offerings.application SET allotted_shares = coalesce(allotted_shares, 0) + 1`,
    found: ['draws_run_again'],
  },
  {
    name: 'a share that was allotted costs less',
    sql: `UPDATE offerings.offering SET allotment_paise = allotment_paise - 5 WHERE allotment_paise IS NOT NULL`,
    found: ['offering_is_as_sealed', 'application_charges'],
  },
  {
    name: 'an application is of another price',
    sql: `UPDATE offerings.application SET price_paise = price_paise - 5`,
    found: ['application_charges'],
  },
  {
    name: 'an application is of another member',
    sql: `UPDATE offerings.application SET user_id = user_id || '-another'`,
    found: ['applications_recorded'],
  },
  {
    name: 'a list draws for another commitment',
    sql: `UPDATE offerings.application SET who = sha256(who), request_id = 'another'`,
    found: ['applications_recorded'],
  },
  {
    name: 'an allotment was signed for at another instant',
    sql: `UPDATE offerings.application SET signed_ms = signed_ms - 1 WHERE signed_ms IS NOT NULL`,
    found: ['applications_recorded'],
  },
  {
    name: 'an application is gone',
    sql: `DELETE FROM offerings.application`,
    found: ['applications_recorded', 'lists_recounted'],
  },
  {
    name: 'more simulated applicants came',
    sql: `UPDATE offerings.offering SET simulated = simulated + 1, arrived = arrived + 1 WHERE opened_ms IS NOT NULL`,
    found: ['lists_recounted'],
  },
  {
    name: 'simulated applicants took other numbers',
    sql: `UPDATE offerings.simulated_run SET first_k = first_k + 1`,
    found: ['lists_recounted'],
  },
  {
    name: 'an application is charged more',
    sql: `UPDATE offerings.application SET charges_paise = charges_paise + 1`,
    found: ['application_charges', 'application_paid_in_ledger'],
  },
  {
    name: 'an application is given shares without a draw',
    sql: `UPDATE offerings.offering SET drawn_ms = NULL WHERE drawn_ms IS NOT NULL`,
    found: ['application_has_its_draw'],
  },
];
