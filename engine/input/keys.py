"""The codes of keys, buttons and axes, with Godot 4's values.

Each class is a namespace of plain integers (`Key.SPACE` is 32), so a code read from a Godot file is the code to compare
with, and importing this module builds no enum types. A code that has a printable character is that character's Unicode
number, letters in upper case; all others lie above `Key.SPECIAL`.
"""

from __future__ import annotations

ANY_DEVICE = -1
"""The device of a binding that any device may press."""

MAX_JOYPADS = 8
"""Gamepads are numbered from 0; those from this number on are not tracked."""


class Key:
    """Keys: `keycode` is what the layout prints on the key, `physical_keycode` where it sits (as on a US layout)."""

    NONE = 0
    SPECIAL = 4194304
    ESCAPE = 4194305
    TAB = 4194306
    BACKTAB = 4194307
    BACKSPACE = 4194308
    ENTER = 4194309
    KP_ENTER = 4194310
    INSERT = 4194311
    DELETE = 4194312
    PAUSE = 4194313
    PRINT = 4194314
    SYSREQ = 4194315
    CLEAR = 4194316
    HOME = 4194317
    END = 4194318
    LEFT = 4194319
    UP = 4194320
    RIGHT = 4194321
    DOWN = 4194322
    PAGEUP = 4194323
    PAGEDOWN = 4194324
    SHIFT = 4194325
    CTRL = 4194326
    META = 4194327
    ALT = 4194328
    CAPSLOCK = 4194329
    NUMLOCK = 4194330
    SCROLLLOCK = 4194331
    F1 = 4194332
    F2 = 4194333
    F3 = 4194334
    F4 = 4194335
    F5 = 4194336
    F6 = 4194337
    F7 = 4194338
    F8 = 4194339
    F9 = 4194340
    F10 = 4194341
    F11 = 4194342
    F12 = 4194343
    F13 = 4194344
    F14 = 4194345
    F15 = 4194346
    F16 = 4194347
    F17 = 4194348
    F18 = 4194349
    F19 = 4194350
    F20 = 4194351
    F21 = 4194352
    F22 = 4194353
    F23 = 4194354
    F24 = 4194355
    F25 = 4194356
    F26 = 4194357
    F27 = 4194358
    F28 = 4194359
    F29 = 4194360
    F30 = 4194361
    F31 = 4194362
    F32 = 4194363
    F33 = 4194364
    F34 = 4194365
    F35 = 4194366
    KP_MULTIPLY = 4194433
    KP_DIVIDE = 4194434
    KP_SUBTRACT = 4194435
    KP_PERIOD = 4194436
    KP_ADD = 4194437
    KP_0 = 4194438
    KP_1 = 4194439
    KP_2 = 4194440
    KP_3 = 4194441
    KP_4 = 4194442
    KP_5 = 4194443
    KP_6 = 4194444
    KP_7 = 4194445
    KP_8 = 4194446
    KP_9 = 4194447
    MENU = 4194370
    HYPER = 4194371
    HELP = 4194373
    BACK = 4194376
    FORWARD = 4194377
    STOP = 4194378
    REFRESH = 4194379
    VOLUMEDOWN = 4194380
    VOLUMEMUTE = 4194381
    VOLUMEUP = 4194382
    MEDIAPLAY = 4194388
    MEDIASTOP = 4194389
    MEDIAPREVIOUS = 4194390
    MEDIANEXT = 4194391
    MEDIARECORD = 4194392
    HOMEPAGE = 4194393
    FAVORITES = 4194394
    SEARCH = 4194395
    STANDBY = 4194396
    OPENURL = 4194397
    LAUNCHMAIL = 4194398
    LAUNCHMEDIA = 4194399
    LAUNCH0 = 4194400
    LAUNCH1 = 4194401
    LAUNCH2 = 4194402
    LAUNCH3 = 4194403
    LAUNCH4 = 4194404
    LAUNCH5 = 4194405
    LAUNCH6 = 4194406
    LAUNCH7 = 4194407
    LAUNCH8 = 4194408
    LAUNCH9 = 4194409
    LAUNCHA = 4194410
    LAUNCHB = 4194411
    LAUNCHC = 4194412
    LAUNCHD = 4194413
    LAUNCHE = 4194414
    LAUNCHF = 4194415
    GLOBE = 4194416
    KEYBOARD = 4194417
    JIS_EISU = 4194418
    JIS_KANA = 4194419
    UNKNOWN = 8388607
    SPACE = 32
    EXCLAM = 33
    QUOTEDBL = 34
    NUMBERSIGN = 35
    DOLLAR = 36
    PERCENT = 37
    AMPERSAND = 38
    APOSTROPHE = 39
    PARENLEFT = 40
    PARENRIGHT = 41
    ASTERISK = 42
    PLUS = 43
    COMMA = 44
    MINUS = 45
    PERIOD = 46
    SLASH = 47
    KEY_0 = 48
    KEY_1 = 49
    KEY_2 = 50
    KEY_3 = 51
    KEY_4 = 52
    KEY_5 = 53
    KEY_6 = 54
    KEY_7 = 55
    KEY_8 = 56
    KEY_9 = 57
    COLON = 58
    SEMICOLON = 59
    LESS = 60
    EQUAL = 61
    GREATER = 62
    QUESTION = 63
    AT = 64
    A = 65
    B = 66
    C = 67
    D = 68
    E = 69
    F = 70
    G = 71
    H = 72
    I = 73
    J = 74
    K = 75
    L = 76
    M = 77
    N = 78
    O = 79
    P = 80
    Q = 81
    R = 82
    S = 83
    T = 84
    U = 85
    V = 86
    W = 87
    X = 88
    Y = 89
    Z = 90
    BRACKETLEFT = 91
    BACKSLASH = 92
    BRACKETRIGHT = 93
    ASCIICIRCUM = 94
    UNDERSCORE = 95
    QUOTELEFT = 96
    BRACELEFT = 123
    BAR = 124
    BRACERIGHT = 125
    ASCIITILDE = 126
    YEN = 165
    SECTION = 167


class KeyModifierMask:
    """Bits above the key code that say which modifiers are held with it."""

    CODE_MASK = (1 << 23) - 1
    MODIFIER_MASK = 0x7F << 24
    CMD_OR_CTRL = 1 << 24
    SHIFT = 1 << 25
    ALT = 1 << 26
    META = 1 << 27
    CTRL = 1 << 28
    KPAD = 1 << 29
    GROUP_SWITCH = 1 << 30


class KeyLocation:
    """Which of two equal keys, such as the left Shift, an event or a binding means."""

    UNSPECIFIED = 0
    LEFT = 1
    RIGHT = 2


class MouseButton:
    """Buttons of the mouse; a notch of the wheel is a button that is pressed and released at once."""

    NONE = 0
    LEFT = 1
    RIGHT = 2
    MIDDLE = 3
    WHEEL_UP = 4
    WHEEL_DOWN = 5
    WHEEL_LEFT = 6
    WHEEL_RIGHT = 7
    XBUTTON1 = 8
    XBUTTON2 = 9


class MouseButtonMask:
    """Bits of the buttons held during a mouse event."""

    LEFT = 1
    RIGHT = 2
    MIDDLE = 4
    MB_XBUTTON1 = 128
    MB_XBUTTON2 = 256


class JoyButton:
    """Buttons of a gamepad, named after where they sit on an Xbox controller."""

    INVALID = -1
    A = 0
    B = 1
    X = 2
    Y = 3
    BACK = 4
    GUIDE = 5
    START = 6
    LEFT_STICK = 7
    RIGHT_STICK = 8
    LEFT_SHOULDER = 9
    RIGHT_SHOULDER = 10
    DPAD_UP = 11
    DPAD_DOWN = 12
    DPAD_LEFT = 13
    DPAD_RIGHT = 14
    MISC1 = 15
    PADDLE1 = 16
    PADDLE2 = 17
    PADDLE3 = 18
    PADDLE4 = 19
    TOUCHPAD = 20
    SDL_MAX = 21
    MAX = 128


class JoyAxis:
    """Axes of a gamepad: sticks from -1 to 1 (y down), triggers from 0 to 1."""

    INVALID = -1
    LEFT_X = 0
    LEFT_Y = 1
    RIGHT_X = 2
    RIGHT_Y = 3
    TRIGGER_LEFT = 4
    TRIGGER_RIGHT = 5
    SDL_MAX = 6
    MAX = 10


class MouseMode:
    """What the mouse cursor does: `CAPTURED` hides it and keeps it in place, `CONFINED` keeps it inside the window."""

    VISIBLE = 0
    HIDDEN = 1
    CAPTURED = 2
    CONFINED = 3
    CONFINED_HIDDEN = 4
