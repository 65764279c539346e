"""The account's own pages. They read input and call one service or selector."""
