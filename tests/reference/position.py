"""Positions as JSON: reading a valid `flash-point/position@1` object, writing its normal form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .board import Board, edge_from, edge_text, normal_board, square_from, square_text
from .state import (
    ADVANCE_FIRE,
    DECK_GUN_CHOICE,
    DECK_GUN_ROLL,
    OVER,
    REVEAL,
    TREATED,
    UNKNOWN,
    VICTIM,
    Firefighter,
    State,
    Turn,
)

RULES = ("specialists", "hazmats", "vehicles", "hot_spots", "arrows")  # the order of FP-11.1
VARIANTS = ("small-station", "murphys-law", "hidden-hazards")  # of FP-11.2 to FP-11.4
DICE = ("red", "black")
POI_KINDS = (UNKNOWN, VICTIM, TREATED)


def state_from_json(position: Mapping[str, Any], boards: Mapping[str, dict[str, Any]]) -> State:
    """Read a valid position; `boards` holds the boards that a position may name by id."""
    named = isinstance(position["board"], str)
    firefighters = [
        Firefighter(each["id"], square_from(each["at"]), each["specialist"], each["saved_ap"])
        for each in position["firefighters"]
    ]
    return State(
        board=Board(boards[position["board"]] if named else position["board"]),
        board_id=position["board"] if named else None,
        rules=frozenset(position["rules"]),
        variants=frozenset(position["variants"]),
        goal=position["goal"],
        fire=set(map(square_from, position["fire"])),
        smoke=set(map(square_from, position["smoke"])),
        hot_spots=set(map(square_from, position["hot_spots"])),
        hot_spot_supply=position["hot_spot_supply"],
        threat_markers=position["threat_markers"],
        hazmats=list(map(square_from, position["hazmats"])),
        damage={edge_from(edge): markers for edge, markers in position["damage"].items()},
        doors={edge_from(edge): status for edge, status in position["doors"].items()},
        poi=[(square_from(each["at"]), each["is"]) for each in position["poi"]],
        unrevealed_victims=position["unrevealed"]["victims"],
        unrevealed_false_alarms=position["unrevealed"]["false_alarms"],
        rescued=position["rescued"],
        lost=position["lost"],
        ambulance=position["ambulance"],
        engine=position["engine"],
        firefighters=firefighters,
        turn=turn_from_json(position["turn"], [firefighter.id for firefighter in firefighters]),
    )


def turn_from_json(turn: Mapping[str, Any], names: list[str]) -> Turn:
    red, black = turn.get("dice", (None, None))
    return Turn(
        active=names.index(turn["firefighter"]),
        phase=turn["phase"],
        ap=turn["ap"],
        free_ap=turn["free_ap"],
        acted=turn["acted"],
        began_at_engine=turn["began_at_engine"],
        commanded=frozenset(map(names.index, turn["commanded"])),
        cafs_command_ap=turn["cafs_command_ap"],
        at=square_from(turn["at"]) if "at" in turn else None,
        cause=turn.get("cause"),
        dice=(red, black),
        rerolled=frozenset(turn.get("rerolled", ())),
        flare_up=turn.get("flare_up", False),
        result=turn.get("result"),
        reason=turn.get("reason"),
    )


def state_to_json(state: State) -> dict[str, Any]:
    """The normal form: all keys in the formats' order, lists in reading order."""
    poi = sorted(state.poi, key=lambda each: (each[0], POI_KINDS.index(each[1])))
    return {
        "format": "flash-point/position@1",
        "board": state.board_id if state.board_id is not None else normal_board(state.board.document),
        "rules": [rule for rule in RULES if rule in state.rules],
        "variants": [variant for variant in VARIANTS if variant in state.variants],
        "goal": state.goal,
        "fire": [square_text(square) for square in sorted(state.fire)],
        "smoke": [square_text(square) for square in sorted(state.smoke)],
        "hot_spots": [square_text(square) for square in sorted(state.hot_spots)],
        "hot_spot_supply": state.hot_spot_supply,
        "threat_markers": state.threat_markers,
        "hazmats": [square_text(square) for square in sorted(state.hazmats)],
        "damage": {edge_text(edge): markers for edge, markers in sorted(state.damage.items())},
        "doors": {edge_text(edge): status for edge, status in sorted(state.doors.items())},
        "poi": [{"at": square_text(square), "is": kind} for square, kind in poi],
        "unrevealed": {
            "victims": state.unrevealed_victims,
            "false_alarms": state.unrevealed_false_alarms,
        },
        "rescued": state.rescued,
        "lost": state.lost,
        "ambulance": state.ambulance,
        "engine": state.engine,
        "firefighters": [
            {
                "id": firefighter.id,
                "at": square_text(firefighter.at),
                "specialist": firefighter.specialist,
                "saved_ap": firefighter.saved_ap,
            }
            for firefighter in state.firefighters
        ],
        "turn": turn_to_json(state),
    }


def turn_to_json(state: State) -> dict[str, Any]:
    turn = state.turn
    common = {
        "firefighter": state.active.id,
        "phase": turn.phase,
        "ap": turn.ap,
        "free_ap": turn.free_ap,
        "acted": turn.acted,
        "began_at_engine": turn.began_at_engine,
        "commanded": [state.firefighters[number].id for number in sorted(turn.commanded)],
        "cafs_command_ap": turn.cafs_command_ap,
    }
    further: dict[str, Any] = {}
    if turn.phase == REVEAL:
        assert turn.at is not None
        further = {"at": square_text(turn.at), "cause": turn.cause}
    elif turn.phase in (DECK_GUN_ROLL, DECK_GUN_CHOICE):
        rerolled = [die for die in DICE if die in turn.rerolled]
        further = {"dice": list(turn.dice), "rerolled": rerolled}
    elif turn.phase == ADVANCE_FIRE:
        further = {"flare_up": turn.flare_up}
    elif turn.phase == OVER:
        further = {"result": turn.result, "reason": turn.reason}
    return common | further
