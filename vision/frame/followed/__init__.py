"""A camera that was pushed is followed by what lies on the table unmoved."""

from vision.frame.followed.camera_move import CameraMove, camera_move, stands_still
from vision.frame.followed.view import FollowedView

__all__ = ["CameraMove", "FollowedView", "camera_move", "stands_still"]
