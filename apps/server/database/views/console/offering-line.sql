-- Offerings.
CREATE VIEW console.offering_line AS
  SELECT o.id, o.kind, o.code, o.state, o.applications, o.closes_ms, o.market_day
  FROM offerings.offering o;
