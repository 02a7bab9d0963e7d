"""The arguments of the `sapwood` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import engine
from engine.cli.run import RunOptions, run_game
from engine.loop import MOST_FPS

sapwood = typer.Typer(
    name="sapwood",
    help="Godot's node tree for Python.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapwood {engine.__version__}")
        raise typer.Exit


@sapwood.callback()
def _sapwood(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Keep `run` a subcommand, also while it is the only one."""


@sapwood.command()
def run(
    path: Annotated[
        Path,
        typer.Argument(help="A script, a scene, or a folder with a game.py or a project.godot.", show_default=False),
    ],
    args: Annotated[list[str] | None, typer.Argument(help="After --: the game's own arguments.")] = None,
    headless: Annotated[bool, typer.Option("--headless", help="Without a window, the same every time.")] = False,
    frames: Annotated[int | None, typer.Option(min=0, help="End after this many frames.")] = None,
    fixed_fps: Annotated[
        float, typer.Option(min=0, max=MOST_FPS, help="Every frame lasts 1/N seconds of the game's time.")
    ] = 0.0,
    seed: Annotated[int | None, typer.Option(help="Starts the game's random numbers.")] = None,
    screenshot: Annotated[Path | None, typer.Option(help="At the end, write a picture (PNG) to this file.")] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Write each frame as a picture (PNG) into this folder, and a movie where ffmpeg is."),
    ] = None,
    record_input: Annotated[
        Path | None, typer.Option(help="At the end, write what keys, mouse and gamepads did to this file.")
    ] = None,
    replay_input: Annotated[
        Path | None, typer.Option(help="Play what --record-input wrote, frame by frame, instead of the devices.")
    ] = None,
    profile: Annotated[bool, typer.Option("--profile", help="At the end, show where the time went.")] = False,
    debug_collisions: Annotated[
        bool, typer.Option("--debug-collisions", help="Show the shapes of bodies, rays, joints and contacts.")
    ] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Log errors of the game's callbacks and go on.")
    ] = False,
    traceback: Annotated[bool, typer.Option("--traceback", help="Show whole tracebacks, the engine's too.")] = False,
) -> None:
    """Run a game.

    The script's function main(tree) is called, or its class Main(Node) made, or its only Node class. A scene
    belongs to the project whose project.godot lies in its folder or above: there res:// begins. Of a project.godot its
    name and main scene are used; its settings and autoloads are not.
    Without --headless it opens a window; with it, time is fixed (60 frames a second unless --fixed-fps says
    otherwise), and with --frames it runs as fast as it can.
    """
    options = RunOptions(
        path=path,
        args=tuple(args or ()),
        headless=headless,
        frames=frames,
        fixed_fps=fixed_fps,
        seed=seed,
        screenshot=screenshot,
        record=record,
        record_input=record_input,
        replay_input=replay_input,
        profile=profile,
        debug_collisions=debug_collisions,
        keep_going=keep_going,
        traceback=traceback,
    )
    raise typer.Exit(run_game(options))
