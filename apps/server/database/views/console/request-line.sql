-- Requests that two people decide, with what became of them.
CREATE VIEW console.request_line AS
  SELECT id, action, subject, payload, reason, maker, at, state, checker, decided_at, carried_at, failure
  FROM console.request;
