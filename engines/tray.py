"""What all games of turns with dice in a tray have alike."""

from __future__ import annotations

from engines.core import Event, Expected, IllegalEvent, Reason, State, said


class TrayState(State):
    """The state of such a game: a frozen dataclass that has these fields."""

    score: tuple[int, ...]
    """Points of each seat, without those of this turn."""
    seat: int
    """Whose turn it is."""
    tray: tuple[Expected, ...]
    """What lies on the table."""
    reasons: tuple[Reason, ...]
    """What the last event did, with the rulings."""

    def scores(self) -> tuple[int, ...]:
        """Points of each seat, without those of this turn."""
        return self.score

    def expected_pieces(self) -> tuple[Expected, ...]:
        """What lies on the table."""
        return self.tray

    def why(self) -> tuple[Reason, ...]:
        """What the last event did, with the rulings."""
        return self.reasons

    @property
    def acting_seat(self) -> int:
        """Whose turn it is."""
        return self.seat

    def check_seat(self, event: Event, rule: str) -> None:
        """Raises IllegalEvent, with the ruling, for an event of somebody whose turn it is not."""
        if event.seat not in (None, self.seat):
            raise IllegalEvent(
                said("it is the turn of seat {seat}, not of seat {other}", seat=self.seat, other=event.seat), rule
            )
