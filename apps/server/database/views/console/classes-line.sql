-- Members whom the back office may let open classes: all but those who were erased.
CREATE VIEW console.classes_line AS SELECT id, id AS member_id FROM accounts.member WHERE erased_at IS NULL;
