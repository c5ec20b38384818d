-- Votes with how many ballots each option has.
CREATE VIEW console.vote_line AS
  SELECT v.id, t.title, v.closes_at, o.id AS option_id, o.names ->> 'en' AS option_name, o.flag, o.place,
    count(b.member_id) AS votes
  FROM content.vote v JOIN content.vote_text t ON t.vote_id = v.id AND t.language = 'en'
  JOIN content.vote_option o ON o.vote_id = v.id LEFT JOIN content.ballot b ON b.option_id = o.id
  GROUP BY v.id, t.title, o.id;
