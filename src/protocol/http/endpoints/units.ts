/** Two simulations of arbitrary calls chosen by an unknown caller. */
export const simulationUnits = 5

/** About ten milliseconds of CPU: callers without a key do not need fifty a second. */
export const quoteUnits = 4
