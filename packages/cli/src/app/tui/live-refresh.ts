import type { App } from '../../kit/terminal/app/app.ts'
import type { Layers } from './shell/layers.ts'

/**
 * Reads the list on screen again from time to time, while nothing is typed, asked or under way. The returned function
 * stops it.
 */
export function refreshInTime(app: App, layers: Layers, everyMs: number): () => void {
  if (everyMs <= 0) return () => undefined
  let isReading = false
  const timer = setInterval(() => {
    const { view, prompt } = app.state.getState()
    const isBusy = isReading || app.work.getState().busy > 0
    if (isBusy || prompt !== undefined || layers.dialog() !== undefined || view.refresh === undefined) return
    isReading = true
    view
      .refresh()
      .catch((reason: unknown) => app.crashed(reason))
      .finally(() => (isReading = false))
  }, everyMs)
  return () => clearInterval(timer)
}
