-- An account can be closed. Then what is personal is erased; the ledger keeps its random id and nothing that leads back to a person.

ALTER TABLE accounts.member
  ADD COLUMN erases_at bigint,
  ADD COLUMN erased_at bigint,
  ALTER COLUMN phone DROP NOT NULL,
  ADD CHECK (phone IS NOT NULL OR erased_at IS NOT NULL);
CREATE INDEX member_to_erase ON accounts.member (erases_at) WHERE erases_at IS NOT NULL AND erased_at IS NULL;

-- What an account must not have any more: anything of its own in the ledger, or under way.
CREATE FUNCTION accounts.is_empty(p_member text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM ledger.account WHERE owner = 'u:' || p_member AND balance <> 0)
     AND NOT EXISTS (SELECT FROM wallet.recharge WHERE member_id = p_member AND status = 'in_transfer')
     AND NOT EXISTS (SELECT FROM wallet.withdrawal WHERE member_id = p_member AND status IN ('in_transfer', 'passed'))
     AND NOT EXISTS (SELECT FROM trading."order" WHERE user_id = p_member AND state IN ('pending', 'open', 'trigger_pending'))
$$;

-- Erases what is personal, of an empty account whose owner closed it 48 hours ago and of no other. Keys of what is encrypted go first. Runs with the
-- owner's rights: some of these tables nobody else may change.
CREATE FUNCTION accounts.erase(p_member text, p_now bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts.member WHERE id = p_member AND erases_at <= p_now AND erased_at IS NULL) OR NOT accounts.is_empty(p_member) THEN
    RAISE EXCEPTION 'account % is not to be erased', p_member;
  END IF;
  UPDATE pictures.picture SET wrapped_key = NULL, body = NULL, look = NULL WHERE member_id = p_member;
  UPDATE wallet.bank_account SET wrapped_key = '', body = '', number_hash = sha256(gen_random_uuid()::text::bytea), last_four = '0000', holder_name = '',
    bank_address = '', branch_name = '', company_name = '', deleted_at = coalesce(deleted_at, p_now) WHERE member_id = p_member;
  UPDATE wallet.withdrawal SET shown_to = '{}' WHERE member_id = p_member;
  UPDATE wallet.recharge SET pay_to = NULL WHERE member_id = p_member;
  UPDATE kyc.application SET name = '', last_four = '0000', number_hash = sha256(gen_random_uuid()::text::bytea) WHERE member_id = p_member;
  DELETE FROM accounts.totp WHERE member_id = p_member;
  DELETE FROM accounts.passkey WHERE member_id = p_member;
  DELETE FROM accounts.passkey_challenge WHERE member_id = p_member;
  DELETE FROM accounts.device WHERE member_id = p_member;
  DELETE FROM accounts.transaction_password_tries WHERE member_id = p_member;
  UPDATE accounts.session SET user_agent = '', address = '', ended_at = coalesce(ended_at, p_now), end_reason = coalesce(end_reason, 'account_closed'),
    transaction_password_until = NULL WHERE member_id = p_member;
  DELETE FROM notices.notice WHERE member_id = p_member;
  DELETE FROM support.message WHERE member_id = p_member;
  UPDATE credit.appeal SET text = '' WHERE member_id = p_member;
  DELETE FROM market.watch WHERE user_id = p_member;
  DELETE FROM market.watch_answer WHERE user_id = p_member;
  DELETE FROM market.watchlist WHERE user_id = p_member;
  DELETE FROM market.alert WHERE user_id = p_member;
  UPDATE accounts.member SET phone = NULL, nickname = '', password_hash = '', transaction_password_hash = '', invite_code = 'closed-' || number,
    kyc_status = 'unauthenticated', kyc_name = NULL, erased_at = p_now WHERE id = p_member;
END $$;
REVOKE EXECUTE ON FUNCTION accounts.erase FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.erase TO khara_app, khara_job;
