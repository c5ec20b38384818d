-- Writes an act into the audit, and into the access log of the member whom it concerns.
CREATE OR REPLACE FUNCTION console.write_down(p_actor text, p_action text, p_subject text, p_reason text, p_member text,
  p_now bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO console.audit (actor, action, subject, reason, at) VALUES (p_actor, p_action, p_subject, p_reason, p_now);
  INSERT INTO accounts.access (member_id, actor, action, reason, at) SELECT p_member, p_actor, p_action, p_reason, p_now
    WHERE p_member IS NOT NULL;
$$;
