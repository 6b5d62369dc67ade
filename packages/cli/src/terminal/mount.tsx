import { render } from 'ink'

import type { App } from './app/app.ts'
import type { SessionClock } from './app/session-clock.ts'
import { AppProvider } from './draw/app-context.tsx'
import { Shell } from './draw/shell.tsx'
import type { InkInput } from './keys/ink-input.ts'
import type { Layers } from './shell/layers.ts'
import type { Screen } from './tty/screen.ts'

export type Mounted = { readonly unmount: () => void }

/** Mounts the app. All its state is in stores, so it can be unmounted and mounted again at any time. */
export function mount(options: {
  readonly app: App
  readonly layers: Layers
  readonly clock: SessionClock
  readonly input: InkInput
  readonly screen: Screen
  readonly isLinear: boolean
  readonly crashed: (reason: unknown) => void
}): Mounted {
  const { app, layers, clock, input, screen, isLinear, crashed } = options
  const instance = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
    {
      stdin: input as unknown as NodeJS.ReadStream,
      stdout: screen as unknown as NodeJS.WriteStream,
      exitOnCtrlC: false,
      patchConsole: false,
      isScreenReaderEnabled: isLinear,
    },
  )
  let isTakenDown = false
  instance.waitUntilExit().then(
    () => undefined,
    (reason: unknown) => {
      if (!isTakenDown) crashed(reason)
    },
  )
  return {
    unmount() {
      isTakenDown = true
      screen.isMuted = true
      instance.unmount()
      screen.isMuted = false
    },
  }
}
