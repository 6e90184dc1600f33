"""The pages of lessons and exams: what was laid under the camera, and what people say of it."""
