"""A game as its files: finding and importing its script, and telling its author what went wrong in it.

    script      which script a path names, importing it, what starts the game in it
    report      errors as the game's author reads them
    hint        what its author may have meant, where Python's error does not say it

Needs no terminal and no server: the command line and the application are built on it.
"""
