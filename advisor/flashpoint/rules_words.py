"""The rules in short, for people who know the game and forgot a thing: a turn's order, prices, the fire."""

from __future__ import annotations

from advisor.words import _

__all__ = ["rules_in_short"]


def rules_in_short() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return headings, each with its lines, in the language that is spoken.

    Examples
    --------
    >>> [title for title, _lines in rules_in_short()][:2]
    ['A turn', 'What actions cost']
    """
    return (
        (_("A turn"), _turn()),
        (_("What actions cost"), _actions()),
        (_("The fire's turn"), _fire()),
        (_("After the fire"), _after()),
        (_("Specialists and vehicles (experienced game)"), _experienced()),
        (_("The end"), _end()),
    )


def _turn() -> tuple[str, ...]:
    return (
        _("Take your actions, in any order, as often as you can pay for them; then say that you are done."),
        _("Roll for the fire and carry out all that it does."),
        _("Put new points of interest (POI) on the board until there are three."),
        _("You have 4 action points (AP) a turn; up to 4 that you do not use are saved for your next turn."),
        _("Nobody may stand in fire when the actions end (FP-4.10)."),
    )


def _actions() -> tuple[str, ...]:
    return (
        _("Move: 1 AP; into fire 2 AP. Smoke costs nothing extra (FP-4.1)."),
        _("Carry a victim or haul a hazmat: 2 AP a square, never into fire (FP-4.2, FP-4.3)."),
        _("Open or close a door beside you: 1 AP (FP-4.7)."),
        _("Extinguish here or beside you: 1 AP turns fire to smoke, 1 AP takes smoke away (FP-4.8)."),
        _("Chop a wall beside you: 2 AP for each of its two damage markers (FP-4.9)."),
        _("Entering a square with a face-down POI turns it up at once, for nothing (FP-4.6)."),
    )


def _fire() -> tuple[str, ...]:
    return (
        _("Both dice name the square: a clear one gets smoke, smoke becomes fire, fire explodes (FP-5.1)."),
        _(
            "An explosion hits all four sides: a wall takes a damage marker, a door is destroyed, a "
            "square without fire catches fire (FP-5.3)."
        ),
        _(
            "Where it meets fire, a shockwave runs on through the fire until it finds a wall, a closed "
            "door or a square without fire (FP-5.4)."
        ),
        _(
            "Flashover: smoke beside fire, with nothing between, becomes fire; again until none is left "
            "(FP-5.5)."
        ),
        _("A hazmat in fire explodes and leaves a hot spot (FP-5.6)."),
        _("A roll on a hot spot is followed by another one: a flare-up (FP-5.7)."),
    )


def _after() -> tuple[str, ...]:
    return (
        _("Firefighters in fire are knocked down: they go to the ambulance (FP-5.9, FP-6.7)."),
        _(
            "Victims in fire are lost; face-down POI in fire are turned up and are lost if they were "
            "victims (FP-5.8)."
        ),
        _("Fire outside the building is taken away (FP-5.8)."),
        _(
            "A new POI goes on the square that the dice name; with arrows, follow them to the first free "
            "square (FP-8)."
        ),
    )


def _experienced() -> tuple[str, ...]:
    return (
        _(
            "A victim is rescued where the ambulance stands, by being brought there or by the ambulance "
            "coming (FP-6.6)."
        ),
        _(
            "Driving to the next parking spot costs 2 AP; the ambulance comes by radio, the engine only "
            "with its driver (FP-6.2 to FP-6.4)."
        ),
        _(
            "The deck gun costs 4 AP at the engine (the Driver pays 2), and only if nobody is in its "
            "quadrant (FP-6.8)."
        ),
        _(
            "Changing the specialist costs 2 AP, as the first action of a turn that began at the engine "
            "(FP-6.9)."
        ),
        _(
            "Paramedic: treats victims, who then walk along for 1 AP a square. Fire Captain: moves "
            "others. Imaging Technician: turns POI up from afar (FP-7)."
        ),
        _(
            "CAFS Firefighter: 3 AP and 3 more to extinguish. Hazmat Technician: gets rid of hazmats. "
            "Generalist: 5 AP. Rescue Specialist: 3 more AP to move, chops for 1 (FP-7)."
        ),
    )


def _end() -> tuple[str, ...]:
    return (
        _("Won: at once when seven victims are rescued (FP-9.1)."),
        _("Lost: when four victims are lost (FP-9.2)."),
        _("Lost: at once when the last of the 24 damage markers is placed: the building collapses (FP-9.3)."),
    )
