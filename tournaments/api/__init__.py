"""The events' part of the API: reads input, checks permission, calls one service or selector."""
