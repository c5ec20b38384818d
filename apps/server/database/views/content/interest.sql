-- What a member is interested in: companies watched, held and applied for. Articles about them are for that member.
CREATE VIEW content.interest AS
  SELECT user_id AS member_id, code FROM market.watch
  UNION SELECT user_id, unnest(codes) FROM market.watchlist
  UNION SELECT user_id, code FROM trading.position WHERE state = 'in_position'
  UNION SELECT a.user_id, o.code FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id;
