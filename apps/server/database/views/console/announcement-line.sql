-- Announcements as they were told.
CREATE VIEW console.announcement_line AS SELECT id, texts, link, maker, checker, members, at FROM notices.announcement;
