-- Acts of the back office.
CREATE VIEW console.audit_line AS SELECT id, actor, action, subject, reason, at FROM console.audit;
