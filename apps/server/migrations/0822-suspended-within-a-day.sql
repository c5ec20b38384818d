-- A share can be suspended within the day (decision 70): two people of the back office ask for it and agree, and the command stands in the journal between
-- members' commands, under the request that it carries out.

ALTER TABLE trading.command
  DROP CONSTRAINT command_kind_check,
  ADD CONSTRAINT command_kind_check CHECK (kind IN ('place', 'modify', 'cancel', 'expire', 'news', 'suspend')),
  ADD COLUMN request_id bigint, -- of console.request; a foreign key would be looked at with every order
  DROP CONSTRAINT command_of_order_or_news,
  ADD CONSTRAINT command_of_order_or_share CHECK (
    CASE kind
      WHEN 'news' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NOT NULL AND about IS NOT NULL AND bps IS NOT NULL AND request_id IS NULL
      WHEN 'suspend' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IS NULL AND bps IS NULL AND request_id IS NOT NULL
      ELSE order_id IS NOT NULL AND code IS NULL AND article_id IS NULL AND about IS NULL AND bps IS NULL AND request_id IS NULL END);
CREATE UNIQUE INDEX command_suspend ON trading.command (request_id) WHERE kind = 'suspend';

ALTER TABLE console.request DROP CONSTRAINT request_action_check;
ALTER TABLE console.request ADD CONSTRAINT request_action_check CHECK (action IN ('identity.decide', 'recharge.decide', 'withdrawal.decide', 'appeal.decide',
  'offering.create', 'offering.withdraw', 'announcement.publish', 'books.cause', 'share.suspend'));

-- As in 0750, with a share to suspend.
CREATE OR REPLACE FUNCTION console.request(p_token bytea, p_action text, p_subject text, p_payload jsonb, p_reason text, p_now bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
  v_number bigint := CASE WHEN p_subject ~ '^[0-9]{1,18}$' THEN p_subject::bigint END;
  v_member text;
  v_found boolean;
  v_id bigint;
BEGIN
  CASE p_action
    WHEN 'identity.decide' THEN
      SELECT a.member_id INTO v_member FROM kyc.application a WHERE a.id = v_number AND a.status = 'under_review';
    WHEN 'recharge.decide' THEN
      SELECT r.member_id INTO v_member FROM wallet.recharge r WHERE r.order_number = p_subject AND r.status = 'in_transfer' AND r.rail = 'manual';
    WHEN 'withdrawal.decide' THEN
      SELECT w.member_id INTO v_member FROM wallet.withdrawal w WHERE w.order_number = p_subject AND w.status = 'in_transfer' AND w.rail = 'manual';
    WHEN 'appeal.decide' THEN
      SELECT a.member_id INTO v_member FROM credit.appeal a WHERE a.id = p_subject AND a.state = 'open';
    WHEN 'offering.create' THEN
      PERFORM WHERE p_payload ? 'offering' AND NOT EXISTS (SELECT FROM ipo.offering o WHERE o.id = p_subject);
    WHEN 'offering.withdraw' THEN
      PERFORM FROM ipo.offering o WHERE o.id = p_subject AND o.state IN ('coming_soon', 'in_progress')
        AND (o.closes_ms IS NULL OR o.closes_ms > p_now);
    WHEN 'announcement.publish' THEN
      PERFORM WHERE p_payload ? 'announcement' AND NOT EXISTS (SELECT FROM notices.announcement a WHERE a.id = p_subject);
    WHEN 'share.suspend' THEN
      PERFORM; -- which shares there are, the market of the server knows, and it has looked
    WHEN 'books.cause' THEN
      PERFORM FROM ledger.books_stop s WHERE s.id = v_number AND s.resumed_ms IS NULL;
    ELSE
      RAISE EXCEPTION 'two people cannot decide %', p_action;
  END CASE;
  v_found := FOUND;
  IF NOT v_found THEN
    RETURN NULL;
  END IF;
  INSERT INTO console.request (action, subject, member_id, payload, reason, maker, at)
  VALUES (p_action, p_subject, v_member, p_payload, p_reason, v_staff, p_now) RETURNING id INTO v_id;
  PERFORM console.write_down(v_staff, p_action || '.asked', p_subject, p_reason, v_member, p_now);
  RETURN v_id;
END $$;
