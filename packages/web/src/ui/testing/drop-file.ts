import { cdp, server } from 'vitest/browser'

type Session = { send(method: 'Input.dispatchDragEvent', parameters: Record<string, unknown>): Promise<unknown> }

/** Drags a file of this package into the window and drops it on an element, with Chromium's own drag and drop. */
export async function dropFile(target: Element, path: string): Promise<void> {
  const { left, top, width, height } = target.getBoundingClientRect()
  // The tests run in a frame of the page that Chromium knows.
  const frame = window.frameElement?.getBoundingClientRect()
  const at = { x: left + width / 2 + (frame?.left ?? 0), y: top + height / 2 + (frame?.top ?? 0) }
  const data = { items: [], files: [`${server.config.root}/${path}`], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await (cdp() as Session).send('Input.dispatchDragEvent', { type, ...at, data })
}
