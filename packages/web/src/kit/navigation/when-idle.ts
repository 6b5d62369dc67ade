/** Runs a task when the page is idle; the returned function cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 1000)
  return () => clearTimeout(timer)
}
