"""Pages made to be printed, on A4 and Letter: slips with links, blank sheets, wall charts."""
