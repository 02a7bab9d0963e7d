"""A game as its files: finding and importing its script, and telling its author what went wrong in it.

    game_path   what a path names: a script, a scene, a project
    script      importing a script, what starts the game in it
    scene_file  a scene that is a game
    loading     a script or a scene, ready to be played
    report      errors as the game's author reads them
    hint        what its author may have meant, where Python's error does not say it

Needs no terminal and no server: the command line and the application are built on it.
"""
