-- Asks for something that two people decide. Answers its number, or null when there is nothing of this kind to be
-- decided: it does not wait, it exists already, or a text has changed since. There is one open request at a time about
-- the same subject (request_one_open).
CREATE OR REPLACE FUNCTION console.add_request(p_token bytea, p_action text, p_subject text, p_payload jsonb,
  p_reason text, p_now bigint) RETURNS bigint
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
      SELECT r.member_id INTO v_member FROM wallet.recharge r WHERE r.order_number = p_subject
        AND r.status = 'in_transfer' AND r.rail = 'manual';
    WHEN 'withdrawal.decide' THEN
      SELECT w.member_id INTO v_member FROM wallet.withdrawal w WHERE w.order_number = p_subject
        AND w.status = 'in_transfer' AND w.rail = 'manual';
    WHEN 'appeal.decide' THEN
      SELECT a.member_id INTO v_member FROM credit.appeal a WHERE a.id = p_subject AND a.state = 'open';
    WHEN 'offering.create' THEN
      PERFORM WHERE p_payload ? 'offering' AND NOT EXISTS (SELECT FROM offerings.offering o WHERE o.id = p_subject);
    WHEN 'offering.withdraw' THEN
      PERFORM FROM offerings.offering o WHERE o.id = p_subject AND o.state IN ('coming_soon', 'in_progress')
        AND (o.closes_ms IS NULL OR o.closes_ms > p_now);
    WHEN 'announcement.publish' THEN
      PERFORM WHERE p_payload ? 'announcement' AND NOT EXISTS (SELECT FROM notices.announcement a
        WHERE a.id = p_subject);
    WHEN 'text.change' THEN
      PERFORM WHERE p_subject = ANY (content.fixed_text_ids()) AND p_payload ? 'text'
        AND (p_payload -> 'text' ->> 'base')::integer = coalesce((SELECT max(t.version) FROM content.fixed_text t
          WHERE t.id = p_subject), 0);
    WHEN 'banner.publish' THEN
      PERFORM WHERE p_payload ? 'banner';
    WHEN 'article.publish' THEN
      PERFORM WHERE p_payload ? 'article';
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
