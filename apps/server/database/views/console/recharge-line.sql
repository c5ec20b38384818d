-- Recharges that people confirm (RAILS=manual).
CREATE VIEW console.recharge_line AS
  SELECT w.order_number AS id, w.member_id, w.currency, w.channel, w.amount, w.at
  FROM wallet.recharge w
  WHERE w.status = 'in_transfer' AND w.rail = 'manual';
