/** How long a scenario waits for one thing in a browser, in milliseconds. */
export const actionTimeoutMs = 30_000
/** A page of a server that has just started, on a busy machine. */
export const navigationTimeoutMs = 60_000
/** Longer than several waits, so that a failure names the locator that was waited for, not the whole scenario. */
export const scenarioTimeoutMs = 4 * actionTimeoutMs
