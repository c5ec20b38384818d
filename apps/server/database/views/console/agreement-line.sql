-- Agreements that wait for a second person.
CREATE VIEW console.agreement_line AS SELECT id, act, subject, staff, reason, at FROM console.agreement
  WHERE done_at IS NULL;
