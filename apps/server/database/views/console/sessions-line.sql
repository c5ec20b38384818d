-- Members whose sessions can be ended: all but those who were erased.
CREATE VIEW console.sessions_line AS SELECT id, id AS member_id FROM accounts.member WHERE erased_at IS NULL;
