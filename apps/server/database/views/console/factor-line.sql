-- Who of the back office has a second factor.
CREATE VIEW console.factor_line AS
  SELECT t.number, t.name, coalesce(f.confirmed_at IS NOT NULL, false) AS second_factor
  FROM console.staff t LEFT JOIN console.second_factor f ON f.staff = t.number;
