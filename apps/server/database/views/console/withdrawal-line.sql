-- Withdrawals that people decide (RAILS=manual).
CREATE VIEW console.withdrawal_line AS
  SELECT w.order_number AS id, w.member_id, w.currency, w.channel, w.amount, w.fee + w.tax AS fee, w.at, w.decides_by,
    r.id AS request_id
  FROM wallet.withdrawal w LEFT JOIN console.request r ON r.action = 'withdrawal.decide' AND r.subject = w.order_number
    AND r.state IN ('open', 'approved')
  WHERE w.status = 'in_transfer' AND w.rail = 'manual';
