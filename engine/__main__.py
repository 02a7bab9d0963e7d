"""`python -m engine run ...`: the `sapwood` command where its script is not on the path."""

import sys
from os import getcwd
from os.path import dirname, realpath

if __name__ == "__main__":
    # `-m` puts the current folder before everything else on the path, so that a game's random.py or nodes.py there
    # would be imported in place of Python's and ours. The runner puts the game's folder behind them.
    if not sys.flags.safe_path and sys.path[0] == getcwd() != dirname(dirname(realpath(__file__))):
        del sys.path[0]

    from engine.cli import main

    main()
