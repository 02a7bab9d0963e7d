"""`python -m engine run ...`: the `sapwood` command where its script is not on the path."""

from engine.cli import main

if __name__ == "__main__":
    main()
