-- Whether an account with this number would take the place of another: the member had one, and none with this number
-- whose own wait is over.
CREATE OR REPLACE FUNCTION wallet.is_replacement(p_member text, p_number_hash bytea, p_at bigint) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT count(*) > 0 AND count(*) FILTER (WHERE number_hash = p_number_hash AND stopped_at IS NULL
    AND payable_from <= p_at) = 0
  FROM wallet.bank_account WHERE member_id = p_member
$$;
