"""Runs a notebook's cells inside the notebook's own environment (see README.md one folder up).

What is imported at the start is kept small: a bare Python starts in about 15 ms, and that is what a small
notebook takes as a whole. Everything that only some notebooks need is imported when it is needed.
"""
