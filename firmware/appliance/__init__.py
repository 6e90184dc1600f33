"""The box as an appliance: installed, updated and removed; runs on a bare Python, before any library is there."""
