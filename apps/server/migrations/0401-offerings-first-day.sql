-- The first market day of the calendar: outside market hours it is not the day on which the market's first offerings opened.

ALTER TABLE ipo.calendar ADD COLUMN first_day date;
UPDATE ipo.calendar SET first_day = (SELECT min(substr(opens_market, 1, 10))::date FROM ipo.offering WHERE market_day = 0);
