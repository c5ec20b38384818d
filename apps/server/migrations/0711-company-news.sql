-- News of companies that the simulation writes stands in the journal between members' commands: participants hear it at its place, and the day can be
-- played again with it. It belongs to no order; the article is named, and may be dropped one day.
ALTER TABLE trading.command
  DROP CONSTRAINT command_kind_check,
  ADD CONSTRAINT command_kind_check CHECK (kind IN ('place', 'modify', 'cancel', 'expire', 'news')),
  ALTER COLUMN order_id DROP NOT NULL,
  ADD COLUMN code text,
  ADD COLUMN article_id text,
  ADD COLUMN about text,
  ADD COLUMN bps integer CHECK (bps <> 0),
  ADD CONSTRAINT command_of_order_or_news CHECK (
    CASE WHEN kind = 'news' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NOT NULL AND about IS NOT NULL AND bps IS NOT NULL
      ELSE order_id IS NOT NULL AND code IS NULL AND article_id IS NULL AND about IS NULL AND bps IS NULL END);
CREATE UNIQUE INDEX command_news ON trading.command (article_id) WHERE kind = 'news';
