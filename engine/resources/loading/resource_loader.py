"""ResourceLoader: files of a project as resources, each read once.

Paths are the project's own, with or without Godot's "res://" in front, separated by "/", or a file's "uid://...". What
leaves the project's folder is refused, because paths come from scene files too, and those are data that a stranger may
have written. A file from elsewhere is read by its class: `Image.load_from_file(path)`.

Any thread may load. A file is read by one thread at a time, outside the lock that guards what is kept here; a thread
that needs the same file waits for it, and gets the same object.
"""

from __future__ import annotations

import builtins
from _thread import RLock
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from engine.core.errors import (
    InvalidTypeError,
    InvalidValueError,
    ResourceError,
    ResourceFormatError,
    ResourceNotFoundError,
)
from engine.core.files import checked_path
from engine.core.log import get_logger
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.resources.loaders import PICTURE_SUFFIXES, READERS, SCRIPTED_SUFFIXES, reader_for, suffix_of
from engine.resources.loading.load_request import CacheMode, LoadRequest
from engine.resources.loading.project_files import file_in, is_procedural, path_beside, project_path, reference_of
from engine.resources.loading.resource_cache import Entry, Key, ResourceCache
from engine.resources.loading.resource_uid import INVALID_ID, text_to_id
from engine.resources.loading.unreadable_files import CHECKER, picture_instead, problem_with
from engine.resources.readings import Reading, Readings

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.resources.loading.project_uids import ProjectUids
    from engine.resources.loading.threaded_load import ThreadedLoad

__all__ = ["ResourceLoader", "default_loader"]

T = TypeVar("T", bound=Resource)

_REPLACING = (CacheMode.REPLACE, CacheMode.REPLACE_DEEP)
_IGNORING = (CacheMode.IGNORE, CacheMode.IGNORE_DEEP)


class ResourceLoader:
    """Loads and shares the resources of one project folder.

    A resource is kept as long as someone holds it; loading its path again gives the same object.
    """

    def __init__(self, root: str | Path | None = None) -> None:
        """A loader for the project in folder `root`; without, the process's current folder at the time of each load.

        Raises:
            InvalidTypeError: `root` is no path.
        """
        self.root: Path | None = None if root is None else checked_path("ResourceLoader(root)", root)
        """The project's folder; None is the process's current one."""
        self._lock = RLock()
        self._cache = ResourceCache()
        self._uids: dict[str, ProjectUids] = {}  # by root
        self._readings = Readings()
        self._threaded: dict[tuple[Any, ...], _Shared] = {}
        self._missing: dict[str, str] = {}  # what is wrong with pictures, until somebody asks for them
        self._log = get_logger("resources")

    @property
    def folder(self) -> Path:
        """The project's folder now: `root`, or the process's current one."""
        return Path.cwd() if self.root is None else self.root

    # --- loading -------------------------------------------------------------------------------

    @overload
    def load(self, path: str, *, cache_mode: CacheMode = ..., scripts: bool = ...) -> Resource: ...
    @overload
    def load(self, path: str, type: type[T], cache_mode: CacheMode = ..., scripts: bool = ...) -> T: ...
    def load(
        self,
        path: str,
        type: type[Resource] = Resource,
        cache_mode: CacheMode = CacheMode.REUSE,
        scripts: bool = True,
    ) -> Resource:
        """The resource of a file, such as "res://ship.png", "fonts/title.ttf" or "uid://dm3rdgs30kfci".

        A picture that is missing or broken becomes a magenta checker, and the log says once which file and why: a
        game goes on with a wrong picture. Everything else raises.

        Args:
            path: below the project's folder, "/" between names; or a uid.
            type: the class that it must be of.
            cache_mode: whether an object that was loaded before is taken, read anew, or let alone.
            scripts: whether modules of the project may be imported for it. Without, no code of the project runs, for
                files that nobody trusts; what would need it is kept, and reported as missing. Resources of text files
                are other objects then.

        Raises:
            ResourceNotFoundError: there is no such file.
            ResourceFormatError: it is broken, or no loader reads its suffix.
            ResourceCycleError: it needs a file that needs it.
            ResourceError: the path leaves the project's folder.
            InvalidTypeError: the resource is not a `type`, or that is no class.
            InvalidValueError: `cache_mode` is no CacheMode.
        """
        return self._load(path, type, _checked_mode("load", path, cache_mode), bool(scripts), None)

    @overload
    def load_threaded(
        self, path: str, *, cache_mode: CacheMode = ..., scripts: bool = ...
    ) -> ThreadedLoad[Resource]: ...
    @overload
    def load_threaded(
        self, path: str, type: type[T], cache_mode: CacheMode = ..., scripts: bool = ...
    ) -> ThreadedLoad[T]: ...
    def load_threaded(
        self,
        path: str,
        type: type[Any] = Resource,
        cache_mode: CacheMode = CacheMode.REUSE,
        scripts: bool = True,
    ) -> ThreadedLoad[Any]:
        """Begin to load a file in a thread; arguments as for `load`. A second request for the same shares the first.

        What is wrong with the file is raised by `get()` of what this gives.

        Raises:
            ResourceError: the path leaves the project's folder.
            ResourceNotFoundError: it is a uid that no file has.
            InvalidTypeError: `path` or `type` is none.
            InvalidValueError: `cache_mode` is none.
        """
        _check_class("load_threaded", path, type)
        mode, scripts = _checked_mode("load_threaded", path, cache_mode), bool(scripts)
        inner = self._path(path)
        wanted = (self._key(inner, scripts), type, mode)
        with self._lock:
            shared = self._threaded.get(wanted)
            if shared is not None:
                shared.requests += 1
                return shared.load
            shared = self._threaded[wanted] = _Shared()

            def read(on_progress: Callable[[float], None]) -> Resource:
                try:
                    return self._load(inner, type, mode, scripts, on_progress)
                finally:
                    self._end_threaded(wanted)

            shared.load = import_module("engine.resources.loading.threaded_load").ThreadedLoad(
                reference_of(inner), read
            )
            return shared.load

    def _end_threaded(self, wanted: tuple[Any, ...]) -> None:
        """Count those who have joined a load in a thread; later ones begin another."""
        with self._lock:
            shared = self._threaded.pop(wanted)
            entry = self._cache.find(wanted[0])
            if entry is not None and wanted[2] not in _IGNORING:
                entry.count += shared.requests - 1

    def _load(
        self,
        path: str,
        type: type[Resource],
        mode: CacheMode,
        scripts: bool,
        on_progress: Callable[[float], None] | None,
    ) -> Resource:
        _check_class("load", path, type)
        key = self._key(self._path(path), scripts)
        entry, resource = self._obtain(key, mode, scripts, on_progress)
        problem = self._missing.pop(key.path, "")
        if problem:
            self._log.log_once(key.path, f"{problem}; {CHECKER}")
        if not isinstance(resource, type):
            raise InvalidTypeError(f"{path} - is of type {resource.__class__.__name__}, not {type.__name__}")
        with self._lock:
            entry.count += 1
        return resource

    def _load_used(self, request: LoadRequest, path: str, type_hint: str) -> Resource:
        """Load what the file of a request uses, and count it as long as that file's resource is there."""
        key = self._key(self._path(path), request.scripts)
        try:
            entry, resource = self._obtain(key, request._mode_of_used(), request.scripts, None)
        except ResourceFormatError as error:
            if type_hint and suffix_of(key.path) not in READERS:
                raise ResourceFormatError(f"{error}; it is used as a {type_hint}") from None
            raise
        with self._lock:
            user = request._entry
            if user is None:  # not of a reader, but of what was read before
                user = self._cached(request.path, request.scripts)
            if user is not None and entry not in user.uses:
                user.uses[entry] = None
                entry.count += 1
        return resource

    # --- reading -------------------------------------------------------------------------------

    def _obtain(
        self, key: Key, mode: CacheMode, scripts: bool, on_progress: Callable[[float], None] | None
    ) -> tuple[Entry, Resource]:
        """The resource of a file, not counted yet: the one that is there, that another thread reads, or a new one."""
        while True:
            with self._lock:
                found = self._found(key) if mode is CacheMode.REUSE else None
                if found is not None:
                    return found
                reading = self._readings.begin(key, shared=mode not in _IGNORING)
            if reading.is_mine():
                try:
                    return self._read(reading, mode, scripts, on_progress)
                finally:
                    with self._lock:
                        self._readings.finish(reading)
            try:
                with reading.done:  # until its thread lets go of it
                    pass
            finally:
                with self._lock:
                    self._readings.stop_waiting()
            if reading.result is not None and mode is CacheMode.REUSE:
                return reading.result

    def _found(self, key: Key) -> tuple[Entry, Resource] | None:
        """What is in the cache."""
        entry = self._cache.find(key)
        resource = None if entry is None else entry.resource
        return None if entry is None or resource is None else (entry, resource)

    def _read(
        self, reading: Reading, mode: CacheMode, scripts: bool, on_progress: Callable[[float], None] | None
    ) -> tuple[Entry, Resource]:
        key = reading.key
        entry = Entry(key)
        request = LoadRequest(
            self, reference_of(key.path), scripts=scripts, cache_mode=mode, entry=entry, on_progress=on_progress
        )
        try:
            fresh = self._made(key, request)
        except BaseException:
            with self._lock:
                self._cache.end(entry)
            raise
        fresh.resource_path = request.path
        with self._lock:
            before = self._cache.find(key) if mode in _REPLACING else None
            old = None if before is None else before.resource
            if before is not None and old is not None and type(old) is type(fresh):
                self._cache.end(before)
                before.uses = entry.uses
            else:
                entry.count = 0 if before is None else before.count
                self._cache.bind(entry, fresh)
                before, old = entry, fresh
                if mode not in _IGNORING:
                    self._cache.keep(entry)
            reading.result = before, old
        if old is not fresh:
            old._refresh_from(fresh)
        return before, old

    def _made(self, key: Key, request: LoadRequest) -> Resource:
        """What the reader makes of a file; for a picture that cannot be read, a checker."""
        self._missing.pop(key.path, None)
        procedural = is_procedural(key.path)
        reader = None if procedural else reader_for(key.path)
        try:
            if reader is None:
                textures = import_module("engine.resources.textures.procedural_textures")
                return cast("Resource", textures.procedural_texture(key.path))
            return reader(file_in(Path(key.root), key.path), request)
        except (ResourceError, OSError, RecursionError) as error:
            problem = problem_with(key.path, error)
            if procedural or suffix_of(key.path) in PICTURE_SUFFIXES:
                self._missing[key.path] = str(problem)
                return picture_instead(problem)
            if problem is error:
                raise
            raise problem from error

    # --- what is kept --------------------------------------------------------------------------

    def release(self, resource: Resource | str) -> None:
        """Take one load back; with the last, the resource leaves the cache, and the next load reads the file anew.

        Nothing needs to be released: what nobody holds goes by itself. It is for those who want a file read again, or
        the resource gone, at a certain time.

        Args:
            resource: what was loaded, or its path or uid.

        Raises:
            ResourceError: it was released as often as it was loaded, or is not loaded.
        """
        with self._lock:
            entry = self._entry_of(resource)
            if entry is None or entry.count <= 0:
                name = resource if isinstance(resource, str) else resource.resource_path or repr(resource)
                state = "is not loaded" if entry is None else "was released as often as it was loaded"
                raise ResourceError(f"release({name!r}): it {state}; release() takes back one load()")
            entry.count -= 1
            if not entry.count:
                self._cache.drop(entry)

    def get_reference_count(self, path: str) -> int:
        """How many loads of a file were not released; those by other files count once for each of them."""
        with self._lock:
            entry = self._entry_of(path)
            return 0 if entry is None else entry.count

    def has_cached(self, path: str) -> bool:
        """Whether loading a path or uid gives an object that is there."""
        return self.get_cached_ref(path) is not None

    def get_cached_ref(self, path: str) -> Resource | None:
        """The object that loading a path or uid would give, if it is there; that does not count as a load."""
        with self._lock:
            entry = self._entry_of(path)
            return None if entry is None else entry.resource

    def remember(self, path: str, resource: Resource, uid: str = "") -> None:
        """Let a resource be what a path holds, since it was saved there; its `resource_path` is set.

        Args:
            path: of the project.
            resource: what was saved.
            uid: the uid that the file has; "" for none.

        Raises:
            ResourceError: the path leaves the project's folder.
            InvalidTypeError: `resource` is none.
        """
        if not isinstance(resource, Resource):
            raise InvalidTypeError(f"remember({path!r}, resource): a Resource is needed, got {shortened(resource)}")
        inner = project_path(path)
        with self._lock:
            key = self._key(inner, scripts=all(each.key.scripts for each in self._cache.of(resource)))
            before = self._cache.find(key)
            if before is None or before.resource is not resource:
                entry = Entry(key)
                if before is not None:
                    entry.count = before.count  # they are the path's: who has loaded it will release it
                for other in self._cache.of(resource):
                    entry.count += other.count
                    self._cache.drop(other)
                self._cache.bind(entry, resource)
                self._cache.keep(entry)
            resource.resource_path = f"res://{inner}"
            id = text_to_id(uid)
            if id != INVALID_ID:
                self._project().note(id, inner)

    def _entry_of(self, resource: Resource | str) -> Entry | None:
        if isinstance(resource, Resource):
            return next(self._cache.of(resource), None)
        return self._cached(resource, scripts=True) or self._cached(resource, scripts=False)

    def _cached(self, path: str, scripts: bool) -> Entry | None:
        inner = self._path_or_none(path)
        return None if inner is None else self._cache.find(self._key(inner, scripts))

    # --- files ---------------------------------------------------------------------------------

    def exists(self, path: str) -> bool:
        """Whether a path or uid names a file of the project that can be loaded; nothing is read of it."""
        inner = self._path_or_none(path)
        if inner is None or suffix_of(inner) not in READERS:
            return False
        try:
            file_in(self.folder, inner)
        except (ResourceError, OSError):
            return False
        return True

    def get_dependencies(self, path: str) -> list[str]:
        """The files that a text scene or resource uses, as "res://...", in its order; nothing else is read of it.

        Those that have moved are where they are now; others as the text has them, there or not.

        Raises:
            ResourceNotFoundError: there is no such file.
            ResourceError: the path leaves the project's folder.
        """
        inner = self._path(path)
        file = file_in(self.folder, inner)
        found: dict[str, None] = {}
        for each in import_module("engine.resources.loading.file_headers").external_files(file):
            try:
                found[self._resolved(each.path, each.uid, beside=inner)] = None
            except ResourceError:
                found[each.path or each.uid] = None
        return list(found)

    def uid_of(self, path: str) -> str:
        """The uid of a file, such as "uid://dm3rdgs30kfci"; "" where it has none, or is not there.

        Raises:
            ResourceError: the path leaves the project's folder.
        """
        with self._lock:
            return self._project().text_of(self._path(path))

    def path_of_uid(self, uid: str) -> str | None:
        """Where the file with a uid is, as "res://..."; None where no file of the project has it."""
        with self._lock:
            found = self._project().find(text_to_id(uid))
        return None if found is None else f"res://{found}"

    def scan(self) -> None:
        """Look through the project's folder for uids anew, after files were moved or added from elsewhere."""
        with self._lock:
            self._project().scan()

    def _key(self, path: str, scripts: bool) -> Key:
        return Key(str(self.folder), path, scripts or suffix_of(path) not in SCRIPTED_SUFFIXES)

    def _project(self) -> ProjectUids:
        root = self.folder
        found = self._uids.get(str(root))
        if found is None:
            found = self._uids[str(root)] = import_module("engine.resources.loading.project_uids").ProjectUids(root)
        return found

    def _path(self, path: str) -> str:
        """The project path of a path or a uid; a procedural reference is what it is."""
        if is_procedural(path):
            return path
        if not (isinstance(path, str) and path.startswith("uid://")):
            return project_path(path)
        found = self.path_of_uid(path)
        if found is None:
            what = "is no uid" if text_to_id(path) == INVALID_ID else f"no file in {self.folder} has this uid"
            raise ResourceNotFoundError(f"{path} - {what}")
        return found.removeprefix("res://")

    def _path_or_none(self, path: str) -> str | None:
        try:
            return self._path(path)
        except ResourceError:
            return None

    def _resolved(self, path: str, uid: str, beside: str) -> str:
        """Where a file is that the one at `beside` names, as "res://..."; a procedural reference is what it is."""
        if is_procedural(path):
            return path
        if isinstance(path, str) and path.startswith("uid://"):
            path, uid = "", uid or path
        inner = path_beside(beside, path) if path or not uid else ""
        if uid:
            with self._lock:
                found = self._project().find(text_to_id(uid), inner)
            inner = found or inner or self._path(uid)
        return f"res://{inner}"


class _Shared:
    """A load in a thread, and how many asked for it."""

    load: ThreadedLoad[Any]

    def __init__(self) -> None:
        self.requests = 1


def _check_class(where: str, path: str, type: object) -> None:
    if not isinstance(type, builtins.type):
        raise InvalidTypeError(
            f"{where}({path!r}, type): type must be a class, such as Texture2D, got {shortened(type)}"
        )


def _checked_mode(where: str, path: str, mode: object) -> CacheMode:
    try:
        return CacheMode(mode)  # type: ignore[arg-type]  # whatever it is
    except ValueError:
        known = ", ".join(f"{each.name} {each.value}" for each in CacheMode)
        raise InvalidValueError(
            f"{where}({path!r}, cache_mode): must be one of {known}, got {shortened(mode)}"
        ) from None


default_loader = ResourceLoader()
"""The process's loader, for scripts without a project; an application gives it its folder by setting `root`."""
