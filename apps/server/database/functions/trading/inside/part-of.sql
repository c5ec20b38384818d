-- The part of an amount that belongs to `p_shares` of `p_whole` shares, half up. The last of them take everything.
CREATE OR REPLACE FUNCTION trading.part_of(p_amount bigint, p_shares bigint, p_whole bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_shares = p_whole THEN p_amount
    ELSE div(2 * p_amount::numeric * p_shares + p_whole, 2 * p_whole::numeric)::bigint END
$$;
