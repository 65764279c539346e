"""The pages for people, by audience. A view reads input, calls one service or selector, renders."""
