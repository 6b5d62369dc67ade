// The floor: what Node itself takes to start and end.
