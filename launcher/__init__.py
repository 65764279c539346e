"""What stands behind the two commands of canasta.py.

It prepares the virtual environment, runs the service and runs the checks, with the standard library alone:
it starts the service's packages as processes of the virtual environment and never imports them.
"""
