"""How an event decides who meets whom: one module a format, each a plain function."""
