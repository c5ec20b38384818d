-- Whether an account may be closed: nothing in the ledger is its own, it owes nothing, no recharge, withdrawal, order
-- or part in an offer to holders is under way, and no dividend or part of a share is still to be paid. A practice
-- account, whose money can go nowhere, may keep and owe, but nothing of it is frozen.
CREATE OR REPLACE FUNCTION accounts.may_close(p_member text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
       SELECT FROM ledger.account a JOIN ledger.chart c USING (code)
       WHERE a.owner = 'u:' || p_member AND a.balance <> 0 AND (c.frozen OR m.device_key IS NULL)
     )
     AND (m.device_key IS NOT NULL
       OR NOT EXISTS (SELECT FROM ledger.debt WHERE owner = 'u:' || p_member AND remaining > 0))
     AND NOT EXISTS (SELECT FROM wallet.recharge WHERE member_id = p_member AND status = 'in_transfer')
     AND NOT EXISTS (SELECT FROM wallet.withdrawal WHERE member_id = p_member AND status IN ('in_transfer', 'passed'))
     AND NOT EXISTS (SELECT FROM trading."order" WHERE user_id = p_member AND trading.is_open_state(state))
     AND NOT EXISTS (
       SELECT FROM trading.entitlement WHERE user_id = p_member AND pays_on IS NOT NULL AND paid_ms IS NULL
     )
     AND NOT EXISTS (
       SELECT FROM trading.demerged_holding WHERE user_id = p_member AND parts > 0 AND paid_ms IS NULL
     )
     AND NOT EXISTS (SELECT FROM trading.offer_application WHERE user_id = p_member AND state = 'open')
  FROM accounts.member m WHERE m.id = p_member
$$;
