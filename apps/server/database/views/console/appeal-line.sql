-- Appeals that wait.
CREATE VIEW console.appeal_line AS
  SELECT a.id, a.member_id, e.rule, e.points, a.text, a.submitted_at, a.decides_by, r.id AS request_id
  FROM credit.appeal a JOIN credit.event e ON e.id = a.event_id
  LEFT JOIN console.request r ON r.action = 'appeal.decide' AND r.subject = a.id AND r.state IN ('open', 'approved')
  WHERE a.state = 'open';
