-- Offerings, with the request to withdraw one.
CREATE VIEW console.offering_line AS
  SELECT o.id, o.kind, o.code, o.state, o.applications, o.closes_ms, o.market_day, r.id AS request_id
  FROM offerings.offering o LEFT JOIN console.request r ON r.action = 'offering.withdraw' AND r.subject = o.id
    AND r.state IN ('open', 'approved');
