import { cdp, server } from 'vitest/browser'

type Session = { send(method: 'Input.dispatchDragEvent', parameters: Record<string, unknown>): Promise<unknown> }

/** Drags a file of this package into the window and drops it on an element, with Chromium's own drag and drop. */
export async function dropFile(target: Element, path: string): Promise<void> {
  const { left, top, width, height } = target.getBoundingClientRect()
  // The tests run in a frame of the page that Chromium knows, scaled down where it does not fit.
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0, width: innerWidth }
  const scale = frame.width / innerWidth
  const at = { x: frame.left + (left + width / 2) * scale, y: frame.top + (top + height / 2) * scale }
  const data = { items: [], files: [`${server.config.root}/${path}`], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await (cdp() as Session).send('Input.dispatchDragEvent', { type, ...at, data })
}
