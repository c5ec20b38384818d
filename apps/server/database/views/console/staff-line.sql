-- People of the back office: nothing by which they sign in.
CREATE VIEW console.staff_line AS SELECT number, name FROM console.staff;
