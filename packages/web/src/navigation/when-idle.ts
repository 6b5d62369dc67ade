/** Runs once the page has nothing better to do; the answer takes it back. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 1000)
  return () => clearTimeout(timer)
}
