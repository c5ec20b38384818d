-- Withdrawals that people decide (RAILS=manual).
CREATE VIEW console.withdrawal_line AS
  SELECT w.order_number AS id, w.member_id, w.currency, w.channel, w.amount, w.fee + w.tax AS fee, w.at, w.decides_by
  FROM wallet.withdrawal w
  WHERE w.status = 'in_transfer' AND w.rail = 'manual';
