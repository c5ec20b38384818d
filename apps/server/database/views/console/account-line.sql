-- Accounts of members. The phone is masked.
CREATE VIEW console.account_line AS
  SELECT m.id, m.number, coalesce('+91 ' || substr(m.phone, 4, 2) || 'XXXXXX' || right(m.phone, 2), '') AS phone,
    m.kyc_status, m.created_at, m.erases_at
  FROM accounts.member m;
