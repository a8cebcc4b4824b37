"""Builds the capture probe, runs its cases, and keeps what they tell."""
