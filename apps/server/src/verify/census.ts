/*
 * What becomes of a change by hand, column by column: every column of every table of the product is here, and a test
 * compares this file with the database. A new table without a line fails, and so does a column that neither its record
 * nor census-columns.json has. `npm run manual -- ledger` prints it.
 */

export type Fate =
  /** The log has a hash of it, written with the row: the check holds the row against its newest record. */
  | { readonly kind: 'recorded'; readonly check: string }
  /** It follows from other rows or from the build, and the check makes it again. */
  | { readonly kind: 'recomputed'; readonly check: string; readonly from: string }
  /** It counts by a signature or an authentication code, whose key the database does not have. */
  | { readonly kind: 'signed'; readonly by: string; readonly check?: string }
  /** A change of it lets nothing in, moves and prices nothing, and says nowhere where to pay: why. */
  | { readonly kind: 'free'; readonly why: string };

/** What holds for the columns of a table, but for those that are named. */
export type TableFate = { readonly all: Fate; readonly but?: Readonly<Record<string, Fate>> };

const recorded = (check: string): Fate => ({ kind: 'recorded', check });
const from = (check: string, what: string): Fate => ({ kind: 'recomputed', check, from: what });
const signed = (by: string, check?: string): Fate => ({ kind: 'signed', by, ...(check !== undefined && { check }) });
const free = (why: string): Fate => ({ kind: 'free', why });

/** The same for columns whose names are given with blanks between them. */
function each(columns: string, fate: Fate): Readonly<Record<string, Fate>> {
  return Object.fromEntries(columns.split(' ').map((column) => [column, fate]));
}

const SHOWN = free('an instant that is shown, and by which nothing is decided');
const LAST_USE = free('when it was used last: shown, and no access hangs on it');
const IDLE = free(
  'when it was used last: a later one keeps the session of one who has its token from its idle end, not from its last; one in the future counts for nothing',
);
const COUNTER = free(
  'a count of wrong tries: every right answer is checked; one of more than the longest wait counts for nothing',
);
const REPEAT = free(
  'what a repeat of a request is answered with: what the request made, its application or change, is held by itself',
);
const VAULT = signed('the vault’s key, which opens it in this row alone', 'secrets_open');
const WATCHED = free('which shares a member watches: it places no order');
const BUILD = (check: string) => from(check, 'the build');
const OWN_ROW = signed('the server that wrote it', 'commands_signed');
const FILLS = 'fills, their orders and entries of the ledger';

export const CENSUS: Readonly<Record<string, TableFate>> = {
  // The ledger and its log.
  'ledger.chart': { all: BUILD('ledger_rules') },
  'ledger.kind': { all: BUILD('ledger_rules') },
  'ledger.rule': { all: BUILD('ledger_rules') },
  'ledger.record_type': { all: free('who writes a type: each record is signed by the server that wrote it') },
  'ledger.person': { all: from('entry_hash', 'names in hashed entries') },
  'ledger.asset': { all: from('entry_hash', 'names in hashed entries') },
  'ledger.account': {
    all: from('account_balance', 'the lines of its entries'),
    but: {
      ...each('seq head', from('account_chain', 'the lines of its entries')),
      ...each('owned bill_seq', from('bill_gap', 'the lines of its entries')),
      last_ms: free('an entry is no older than it: a later one only moves instants, an earlier one changes nothing'),
      label: free('a name for people who read tables'),
    },
  },
  'ledger.source': {
    all: from('one_source_one_entry', 'the entry that uses it'),
    but: { id: from('sources_used', 'the entry that uses it'), at_ms: SHOWN, mdate: SHOWN },
  },
  'ledger.idem': { all: from('requests_kept', 'the request whose entry it names') },
  'ledger.entry': {
    all: from('entry_hash', 'its leaf in the signed log'),
    but: { owned: from('bill_gap', 'entries before it'), bill_seq: from('bill_gap', 'entries before it') },
  },
  'ledger.debt': { all: from('debt_of_entry', 'entries by which the platform bore a loss, or was paid back') },
  'ledger.hold': {
    all: from('hold_matches_frozen', 'entries that froze, captured and released'),
    but: { expires_ms: free('shown; what ends a hold is the order, application or withdrawal that it is of') },
  },
  'ledger.record': {
    all: from('record_hash', 'its leaf in the signed log'),
    but: { ref: signed('the server that wrote it', 'record_signatures') },
  },
  'ledger.record_signature': { all: signed('the server that wrote the record', 'record_signatures') },
  'ledger.tile': { all: from('checkpoint_tree', 'hashes of entries and records under a signed root') },
  'ledger.gap': { all: free('where the sealer waits for a transaction: it goes on when that has ended') },
  'ledger.checkpoint': {
    all: signed('the log’s key', 'checkpoint_signature'),
    but: {
      ...each(
        'number chain',
        from('checkpoint_count', 'the checkpoints before it, the record of each closing, and what servers saw'),
      ),
    },
  },
  'ledger.signed_receipt': {
    all: signed('the server that answered', 'receipt_signatures'),
    but: { uid: from('receipts_kept', 'entries of orders, as they came') },
  },
  'ledger.books_stop': { all: recorded('books_stops_recorded') },
  'ledger.books_cause': { all: recorded('books_stops_recorded') },
  'ledger.key_fingerprint': { all: free('with other ones no server starts; keys themselves are outside the database') },

  // Members and how they sign in.
  'accounts.member': {
    all: recorded('accounts_recorded'),
    but: {
      ...each('kyc_status kyc_name', from('identity_matches_checks', 'the newest identity check')),
      ...each(
        'erased_at log_salt',
        from('erasures_recorded', 'the record of the erasure, and all records of the member'),
      ),
      nickname: free('a name that is shown'),
      language: free('in which texts are sent'),
      invite_code: free('who came by it is recorded with each account; a code only fills in a form'),
    },
  },
  'accounts.session': {
    all: recorded('sessions_recorded'),
    but: {
      ...each('user_agent address', free('shown to the owner of the session')),
      last_seen_at: IDLE,
      ended_at: from('sessions_recorded', 'the record of its end'),
      end_reason: free('shown'),
      transaction_password_forgotten_at: free('other servers look for it; a session that remembers is recorded'),
    },
  },
  'accounts.device': { all: recorded('devices_recorded'), but: { last_used_at: LAST_USE } },
  'accounts.kept_identity': { all: recorded('kept_identities_recorded') },
  'accounts.attempts': { all: COUNTER },
  'accounts.transaction_password_attempts': { all: COUNTER },
  'accounts.totp': {
    all: recorded('authenticators_recorded'),
    but: {
      ...each('key_id wrapped_key', VAULT),
    },
  },
  'accounts.recovery_code': { all: recorded('authenticators_recorded') },
  'accounts.access': { all: recorded('access_recorded') },
  'accounts.passkey': {
    all: recorded('passkeys_recorded'),
    but: {
      last_used_at: LAST_USE,
      transports: free('a hint to the browser'),
      name: free('a name that its owner gave it'),
    },
  },
  'accounts.passkey_challenge': { all: free('without the passkey’s own signature a challenge opens nothing') },
  'accounts.program_key': {
    all: recorded('program_keys_recorded'),
    but: {
      ...each('last_used_at last_address', LAST_USE),
      ...each('ended_at end_reason', from('program_keys_recorded', 'the record of its end')),
      name: free('a name that its owner gave it'),
    },
  },
  'accounts.program_login': {
    all: recorded('program_logins_recorded'),
    but: { token_hash: from('program_logins_recorded', 'its name in the record') },
  },
  'pictures.picture': {
    all: recorded('pictures_recorded'),
    but: { ...each('key_id wrapped_key', VAULT) },
  },
  'kyc.application': { all: recorded('identity_checks_recorded') },

  // The back office.
  'console.staff': { all: recorded('staff_recorded') },
  'console.session': { all: recorded('staff_sessions_recorded'), but: { last_seen_at: IDLE } },
  'console.device': { all: recorded('staff_devices_recorded'), but: { used_at: LAST_USE } },
  'console.second_factor': {
    all: recorded('staff_factors_recorded'),
    but: {
      ...each('key_id wrapped_key', VAULT),
    },
  },
  'console.recovery_code': { all: recorded('staff_factors_recorded') },
  'console.request': { all: recorded('requests_recorded') },
  'console.audit': { all: recorded('audit_recorded') },

  // What members read.
  'content.article': { all: recorded('articles_recorded') },
  'content.article_text': { all: recorded('articles_recorded') },
  'content.vote': { all: BUILD('votes_of_the_build'), but: { ...each('closes_at at', SHOWN) } },
  'content.vote_text': { all: BUILD('votes_of_the_build') },
  'content.vote_option': {
    all: BUILD('votes_of_the_build'),
    but: { place: free('in which order options are listed: the check holds the order, and no number') },
  },
  'content.ballot': { all: free('opinions: nothing is decided by them') },
  'content.fixed_text': { all: recorded('fixed_texts_recorded') },
  'content.banner': { all: recorded('banners_recorded') },
  'content.banner_down': { all: recorded('banners_down_recorded') },
  'content.web_server': { all: free('which version a server has: a page loads anew') },
  'content.web_release': { all: free('which version a server has: a page loads anew') },
  'content.web_file': { all: signed('the installation, by a code beside each file'), but: { used_at: LAST_USE } },
  'notices.announcement': { all: from('decided_by_maker_checker', 'the request that two people agreed to') },
  'notices.notice': {
    all: free('a text of the build about what other rows hold: it may be moved, read or taken away'),
    but: {
      key: from('notices_plain', 'texts of the build'),
      params: free('figures of a text about what other rows hold: notices_plain lets none be a place to pay to'),
      link: from('notice_links', 'pages of the app, and the announcement'),
      announcement_id: free('which announcement it shows: notice_links, and each was agreed to by two people'),
    },
  },
  'support.message': { all: recorded('messages_recorded'), but: { read_at: SHOWN } },

  // The market.
  'market.day': {
    all: from('day_inputs', 'the record of its opening'),
    but: {
      ...each('market_day closed_ms', from('day_trades', 'the record of its closing')),
      market_date: from('day_trades', 'the record of its closing'),
      participants: from('day_carried', 'the record of its closing'),
      engine: from('day_head', 'the record of its opening'),
      head: from('day_head', 'the record of its closing'),
      began_ms: SHOWN,
    },
  },
  'market.frontier': {
    all: free('how far the day has come: an earlier place repeats what the journal holds, a later one is refused'),
  },
  'market.pace': { all: SHOWN },
  'market.tenure': { all: free('which server runs the market: the frontier’s epoch decides who may write') },
  'market.snapshot': { all: signed('the server that took it', 'snapshots_signed'), but: { at_ms: SHOWN } },
  'market.candle_day': {
    all: from('day_candles', 'trades, and the record of the closing'),
    but: { minutes: from('day_minutes', 'trades, and the record of the closing') },
  },
  'market.margin': { all: from('day_inputs', 'closes before the day, and the record of its opening') },
  'market.watch': { all: WATCHED },
  'market.watch_answer': { all: WATCHED },
  'market.watchlist': { all: WATCHED },
  'market.screen': { all: free('conditions by which its owner looks for shares: it places no order') },
  'market.drawings': { all: free('what its owner draws on charts: it places no order') },
  'market.alert': { all: free('a price at which its owner hears a notice: it places no order') },
  'market.trades': { all: from('day_trades', 'the record of the closing, of a day that runs its newest snapshot') },
  'market.day_paper': { all: recorded('day_papers_recorded') },
  'market.ex_date': { all: free('dates that were looked at: each action itself is recorded') },
  'market.corporate_action': {
    all: recorded('corporate_actions_recorded'),
    but: {
      applied_ms: from('entitlements', 'what holders were given'),
      settled_ms: from('entitlements', 'what holders were given'),
    },
  },
  'market.offer_outcome': { all: recorded('offer_outcomes_recorded') },

  // Classes.
  'classes.room': { all: recorded('classes_recorded') },
  'classes.seat': { all: recorded('class_seats_recorded'), but: { moved_ms: SHOWN } },

  // The credit score.
  'credit.rule': { all: BUILD('score_rules') },
  'credit.event': { all: recorded('score_events_recorded') },
  'credit.appeal': {
    all: recorded('appeals_recorded'),
    but: { ...each('text submitted_at decides_by', recorded('appeals_made_recorded')) },
  },
  'credit.signal': { all: recorded('score_signals_recorded') },

  // Money in and out.
  'wallet.recharge': {
    all: recorded('recharges_recorded'),
    but: {
      id: from('recharges_recorded', 'its order number, which is recorded'),
      pay_to: signed('the bank of the sandbox', 'rail_signed'),
      updated_at: SHOWN,
    },
  },
  'wallet.rail_report': {
    all: from('money_in_has_its_payment', 'signed reports of the rail, and entries'),
    but: { at: SHOWN },
  },
  'wallet.payout_report': {
    all: from('money_out_has_its_payment', 'signed reports of the rail, and entries'),
    but: { at: SHOWN, reason: SHOWN },
  },
  'wallet.preference': { all: free('which wallet is shown first') },
  'wallet.request': { all: from('requests_kept', 'what each request made') },
  'wallet.bank_account': {
    all: recorded('bank_accounts_recorded'),
    but: { ...each('key_id wrapped_key', VAULT) },
  },
  'wallet.withdrawal': {
    all: recorded('withdrawal_targets_recorded'),
    but: { id: from('withdrawal_targets_recorded', 'its order number, which is recorded'), updated_at: SHOWN },
  },
  'wallet.decision': { all: from('decided_by_maker_checker', 'the request that two people agreed to') },
  'wallet.conversion': {
    all: recorded('conversions_recorded'),
    but: { id: free('in which order conversions are listed') },
  },
  'sandbox_rail.payment': { all: signed('the bank of the sandbox', 'rail_signed') },
  'sandbox_rail.report': {
    all: signed('the bank of the sandbox', 'rail_signed'),
    but: {
      ...each(
        'claimed_at delivered_at',
        from('money_in_has_its_payment', 'what was credited: a report counts once, however often it comes'),
      ),
    },
  },

  // Orders and what they made.
  'trading.order': {
    all: from('order_terms', 'its commands, fills and entries'),
    but: {
      ...each('filled filled_paise', from('order_fills', 'its fills')),
      reason: from('order_reasons', 'its history and its commands'),
      req: from('requests_kept', 'its terms'),
      book: from('order_books', 'its fills: the best price that it took'),
      first_answer: from('first_answers', 'its fills at once'),
      ...each(
        'market_day applied_step applied_index first_index matched_ms matched_time',
        from('order_places', 'the order of places within a market day'),
      ),
      ...each(
        'fill_trade fill_quantity fill_price_paise fill_charges fill_phase fill_aggressor',
        from('day_fills', 'trades of the day, and entries'),
      ),
      fill_mac: OWN_ROW,
      mac: signed('the server that took it', 'commands_signed'),
      updated_ms: SHOWN,
      ...each('program_key program_tag', free('by which program of its member it came, and how that marked it: shown')),
    },
  },
  'trading.answered_request': {
    all: from('requests_kept', 'what each request made'),
    but: { ...each('request_id req refusal at_ms', REPEAT) },
  },
  'trading.price_trigger': {
    all: recorded('triggers_recorded'),
    but: { order_id: from('triggers_fired', 'the request of the order'), ...each('changed_ms ended_ms', SHOWN) },
  },
  'trading.basket': { all: recorded('baskets_recorded'), but: { changed_ms: SHOWN } },
  'trading.basket_order': { all: recorded('baskets_recorded') },
  'trading.regular_purchase': { all: recorded('regular_purchases_recorded'), but: { changed_ms: SHOWN } },
  'trading.order_run': {
    all: recorded('order_runs_recorded'),
    but: { state: from('order_runs', 'answers of its orders') },
  },
  'trading.order_run_line': {
    all: recorded('order_runs_recorded'),
    but: { order_id: from('order_runs', 'the request of the order') },
  },
  'trading.journal_command': {
    all: from('journal_whole', 'histories of orders, places without a gap, and the record of the closing'),
    but: { mac: signed('the server that journalled it', 'commands_signed') },
  },
  'trading.order_step': {
    all: from('order_history', 'fills and commands'),
    but: { reason: from('order_reasons', 'the order and its commands') },
  },
  'trading.assistant_question': {
    all: signed('the server that wrote it: no order comes of another'),
    but: each(
      'answered_ms refusal',
      free('how it was answered: without it the member is asked again, for two minutes at most'),
    ),
  },
  'trading.assistant_act': { all: recorded('assistant_acts_recorded') },
  'trading.assistant_read': { all: free('what an assistant read and rehearsed: shown, and nothing comes of it') },
  'trading.refused_order': { all: recorded('refused_orders_recorded') },
  'trading.order_note': { all: recorded('order_notes_recorded') },
  'trading.own_limit': { all: recorded('own_limits_recorded') },
  'trading.position': {
    all: from('position_fills', FILLS),
    but: {
      ...each('cost_paise buy_charges_paise', from('position_cost', FILLS)),
      ...each(
        'code market_date day_bought_quantity day_bought_paise day_sold_quantity day_sold_paise short_first first_buy_ms',
        from('position_days', FILLS),
      ),
      ...each('day_charges_paise day_buy_charges_paise', from('day_charges', 'its fills, and the contract note')),
      mac: OWN_ROW,
    },
  },
  'trading.position_adjustment': {
    all: from('position_adjustments', 'fills before the ex-date, and the action’s terms'),
    but: { at_ms: SHOWN },
  },
  'trading.resting_fill': { all: from('day_fills', 'trades of the day, and entries'), but: { mac: OWN_ROW } },
  'trading.product_change': {
    all: from('contract_notes', FILLS),
    but: {
      req: from('requests_kept', 'its terms'),
      program_key: free('by which program it came: shown'),
      mac: OWN_ROW,
    },
  },
  'trading.settlement_due': {
    all: from('settlement_dates', FILLS),
    but: {
      outstanding: free('that a pay-out looks at it once more: a constraint keeps false for what has settled'),
      mac: OWN_ROW,
    },
  },
  'trading.short_delivery': {
    all: from('short_deliveries', 'the seed of its day, and the rule'),
    but: { mac: OWN_ROW },
  },
  'trading.dp_charged': { all: from('dp_charges', FILLS), but: { mac: OWN_ROW } },
  'trading.contract_note': { all: from('contract_notes', FILLS), but: { issued_ms: SHOWN, mac: OWN_ROW } },
  'trading.contract_note_line': { all: from('contract_notes', FILLS), but: { mac: OWN_ROW } },
  'trading.trade_for_trade': { all: from('trade_for_trade_days', 'stages of shares in the day’s log') },
  'trading.square_off': {
    all: free(
      'that the square-off of a date has begun: without it, it begins once more and finds nothing open; with it, orders wait for the next day',
    ),
  },
  'trading.margin_call': {
    all: from('day_margin_calls', 'prices and rates of the day'),
    but: {
      order_id: from('requests_kept', 'the order of the system'),
      mac: signed('the server that noted it', 'commands_signed'),
    },
  },
  'trading.lot': { all: from('lots_of_fills', 'contract notes, allotments and actions') },
  'trading.lot_sale': { all: from('lots_of_fills', 'contract notes and actions') },
  'trading.lots_made': { all: from('lots_of_fills', 'contract notes') },
  'trading.notices_made': { all: free('up to which order notices are written: one may come twice, or not') },
  'trading.entitlement': { all: from('entitlements', 'what was held before the ex-date') },
  'trading.demerged_holding': { all: from('demergers', 'what was held before the ex-date') },
  'trading.offer_application': {
    all: recorded('offer_applications_recorded'),
    but: {
      ended_ms: SHOWN,
      ...each('got paid_paise tds_paise stt_paise', from('holder_offers', 'its entries')),
      ...each(
        'position_id lot_paise lot_charges_paise lot_stt_paise',
        from('lots_of_fills', 'the lots of what it used'),
      ),
    },
  },
  'trading.lapsed_entitlement': { all: from('holder_offers', 'entries of entitlements that lapsed') },

  // Offerings.
  'offerings.offering': {
    all: recorded('offerings_recorded'),
    but: {
      ...each(
        'state state_reason closed_ms list_count list_root draw_ms drawn_ms entropy_value drand_signature mode allotment_paise resolved_ms credited_ms seed',
        from('draws_run_again', 'records of the draw'),
      ),
      ...each(
        'seed_hash open_hash entropy_kind entropy_chain entropy_round',
        from('offering_open_hash', 'the record of its opening'),
      ),
      ...each(
        'simulated arrived next_number applications lots',
        from('lists_recounted', 'the terms, and applications of members'),
      ),
      listed_on: free('shown; trading begins with the universe of a day, which is recorded'),
    },
  },
  'offerings.simulated_run': { all: from('lists_recounted', 'the terms, and numbers that members do not have') },
  'offerings.application': {
    all: recorded('applications_recorded'),
    but: {
      serial: free('in which order a member’s applications are shown'),
      ...each('price_paise amount_paise cost_paise', from('application_charges', 'terms of the offering')),
      ...each('charges_paise charges_stt_paise', from('application_charges', 'the rates of its date')),
      held_paise: from('application_blocks_its_hold', 'its hold'),
      paid_paise: from('application_paid_in_ledger', 'entries'),
      ...each('rank allotted_shares resolved_ms', from('draws_run_again', 'the draw')),
      credited_ms: from('application_has_its_shares', 'entries'),
      updated_ms: SHOWN,
    },
  },
  'offerings.offering_obligation': { all: from('obligation_matches_application', 'the application and its allotment') },
  'offerings.request': {
    all: from('requests_kept', 'what each request made'),
    but: { ...each('call req refusal details answer at_ms', REPEAT) },
  },
  'offerings.access': { all: recorded('offering_access_recorded') },
  'offerings.calendar': { all: free('up to which day offerings were planned: each of them is recorded') },
};
