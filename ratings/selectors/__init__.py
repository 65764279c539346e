"""Everything that reads for pages and exports, one module for each area. Nothing here writes."""
