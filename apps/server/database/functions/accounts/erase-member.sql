-- Erases what is personal of an account whose owner closed it 48 hours ago, or did not visit it for long as it was of
-- one device only, and of no other. Keys of encrypted
-- data go first, and the salt of the member's records goes too. The log gets a record of it, which explains why rows of
-- the member differ from their records. It runs with its owner's rights, since no role of the server may change all of
-- these tables.
CREATE OR REPLACE FUNCTION accounts.erase_member(p_member text, p_now bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts.member WHERE id = p_member AND erases_at <= p_now AND erased_at IS NULL)
    OR NOT accounts.may_close(p_member) THEN
    RAISE EXCEPTION 'account % is not to be erased', p_member;
  END IF;
  UPDATE pictures.picture SET wrapped_key = NULL, body = NULL, look = NULL WHERE member_id = p_member;
  UPDATE wallet.bank_account SET wrapped_key = '', body = '', number_hash = sha256(gen_random_uuid()::text::bytea),
    last_four = '0000', holder_name = '', bank_address = '', branch_name = '', company_name = '',
    deleted_at = coalesce(deleted_at, p_now)
      WHERE member_id = p_member;
  UPDATE wallet.withdrawal SET shown_to = '{}' WHERE member_id = p_member;
  UPDATE wallet.recharge SET pay_to = NULL WHERE member_id = p_member;
  UPDATE kyc.application SET name = '', last_four = '0000', number_hash = sha256(gen_random_uuid()::text::bytea)
  WHERE member_id = p_member;
  DELETE FROM accounts.totp WHERE member_id = p_member;
  DELETE FROM accounts.passkey WHERE member_id = p_member;
  DELETE FROM accounts.passkey_challenge WHERE member_id = p_member;
  DELETE FROM accounts.program_key WHERE member_id = p_member;
  DELETE FROM accounts.device WHERE member_id = p_member;
  DELETE FROM accounts.transaction_password_attempts WHERE member_id = p_member;
  UPDATE accounts.session SET user_agent = '', address = '', ended_at = coalesce(ended_at, p_now),
    end_reason = coalesce(end_reason, 'account_closed'), transaction_password_until = NULL WHERE member_id = p_member;
  -- A device that asks at the same time makes none again.
  INSERT INTO trading.notices_made (user_id, order_id) VALUES (p_member, 9223372036854775807)
    ON CONFLICT (user_id) DO UPDATE SET order_id = excluded.order_id;
  DELETE FROM trading.refused_order WHERE user_id = p_member;
  DELETE FROM trading.assistant_act WHERE user_id = p_member;
  DELETE FROM trading.assistant_read WHERE user_id = p_member;
  DELETE FROM trading.order_note WHERE user_id = p_member;
  -- Nothing is bought or sold any more.
  UPDATE trading.price_trigger SET state = 'removed', ended_ms = p_now, changed_ms = p_now
    WHERE user_id = p_member AND state = 'waiting';
  UPDATE trading.regular_purchase SET state = 'ended', next_on = NULL, changed_ms = p_now
    WHERE user_id = p_member AND state <> 'ended';
  UPDATE trading.basket SET name = '-', removed_ms = coalesce(removed_ms, p_now) WHERE user_id = p_member;
  UPDATE trading.order_run SET name = '-' WHERE user_id = p_member AND basket_id IS NOT NULL;
  DELETE FROM notices.notice WHERE member_id = p_member;
  DELETE FROM support.message WHERE member_id = p_member;
  UPDATE credit.appeal SET text = '' WHERE member_id = p_member;
  DELETE FROM classes.seat WHERE member_id = p_member;
  UPDATE classes.room SET name = '', ended_ms = coalesce(ended_ms, p_now) WHERE owner_id = p_member;
  DELETE FROM market.watch WHERE user_id = p_member;
  DELETE FROM market.watch_answer WHERE user_id = p_member;
  DELETE FROM market.watchlist WHERE user_id = p_member;
  DELETE FROM market.screen WHERE user_id = p_member;
  DELETE FROM market.drawings WHERE user_id = p_member;
  DELETE FROM market.alert WHERE user_id = p_member;
  UPDATE accounts.member SET phone = NULL, device_key = NULL, device_signed_in_at = NULL,
    nickname = '', password_hash = '', transaction_password_hash = '',
    invite_code = 'closed-' || number, kyc_status = 'unauthenticated', kyc_name = NULL, log_salt = NULL,
    erased_at = p_now WHERE id = p_member;
  PERFORM ledger.note_record('account.erased', json_build_object('owner', 'u:' || p_member, 'at', p_now)::text,
    p_member);
END $$;
