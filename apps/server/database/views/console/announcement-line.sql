-- Announcements as they were sent.
CREATE VIEW console.announcement_line AS SELECT id, texts, link, maker, checker, members, at FROM notices.announcement;
