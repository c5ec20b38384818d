-- Votes, ballots, banners and fixed texts are written once.
REVOKE ALL ON SCHEMA content FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA content FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA content FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA content TO khara_app;
GRANT SELECT ON content.interest TO khara_app;
GRANT SELECT, INSERT ON
  content.ballot, content.banner, content.banner_down, content.fixed_text, content.vote, content.vote_option,
  content.vote_text TO khara_app;
GRANT SELECT, INSERT, UPDATE ON content.article_text TO khara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  content.article, content.web_file, content.web_release, content.web_server TO khara_app;
GRANT EXECUTE ON FUNCTION content.fixed_text_ids, content.in_four_languages TO khara_app;

-- The back office, which asks and decides.
GRANT USAGE ON SCHEMA content TO khara_console;
GRANT SELECT ON
  content.article, content.article_text, content.banner, content.banner_down, content.fixed_text TO khara_console;
