-- Appeals that wait.
CREATE VIEW console.appeal_line AS
  SELECT a.id, a.member_id, e.rule, e.points, a.text, a.submitted_at, a.decides_by
  FROM credit.appeal a JOIN credit.event e ON e.id = a.event_id
  WHERE a.state = 'open';
