import { render } from 'ink'

import type { App } from '../../kit/terminal/app/app.ts'
import type { TerminalSession } from '../../kit/terminal/app/terminal-session.ts'
import { AppProvider } from '../../kit/terminal/draw/app-context.tsx'
import type { InkInput } from '../../kit/terminal/keys/ink-input.ts'
import type { Screen } from '../../kit/terminal/tty/screen.ts'
import { Shell } from './draw/shell.tsx'
import type { Layers } from './shell/layers.ts'

export type Mounted = { readonly unmount: () => void }

/** Mounts the app. All its state is in stores, so it can be unmounted and mounted again at any time. */
export function mount(options: {
  readonly app: App
  readonly layers: Layers
  readonly clock: TerminalSession
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
