-- Recharges that people confirm (RAILS=manual).
CREATE VIEW console.recharge_line AS
  SELECT w.order_number AS id, w.member_id, w.currency, w.channel, w.amount, w.at, r.id AS request_id
  FROM wallet.recharge w LEFT JOIN console.request r ON r.action = 'recharge.decide' AND r.subject = w.order_number
    AND r.state IN ('open', 'approved')
  WHERE w.status = 'in_transfer' AND w.rail = 'manual';
