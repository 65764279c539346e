"""Everything that reads for pages, API and draws. Nothing writes; queries never grow with the rows."""
