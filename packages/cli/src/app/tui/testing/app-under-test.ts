import { createCore, createWords, englishMessages, webSha256, type HttpPort } from '@portico/core'

import { createApp, type AppPorts } from '../../../kit/terminal/app/app.ts'
import { createTerminalSession } from '../../../kit/terminal/app/terminal-session.ts'
import { openKeyFolder } from '../../../machines/service-accounts/key-folder.ts'
import { memoryOfThisRun } from '../memory-of-this-run.ts'
import { createLayers } from '../shell/layers.ts'
import { startApp } from '../start-app.ts'
import { createView } from '../views/create-view.ts'

const staging = { id: 'e', name: 'Staging', type: 'TEST', urn: 'urn:e', readonly: false }
const production = { id: 'p', name: 'Production', type: 'PROD', urn: 'urn:p', readonly: false }

export type AppUnderTestOptions = Partial<AppPorts> & {
  readonly http?: HttpPort
  readonly now?: () => number
  readonly renewQuietly?: () => Promise<boolean>
}

/** The app on the service accounts of Staging, with no terminal around it and, unless one is given, no server. */
export function openAppUnderTest({ http, now, renewQuietly, ...ports }: AppUnderTestOptions = {}) {
  const core = createCore({
    clock: { now: now ?? (() => Date.parse('2026-11-21T12:00:00Z')) },
    memory: memoryOfThisRun(),
    sha256: webSha256(globalThis.crypto),
    messages: englishMessages,
    pagesHeld: 4,
    http: http ?? { cookie: () => undefined, send: () => Promise.reject(new Error('no server')) },
  })
  core.environments.setState({ adminEnvironments: [staging, production] })
  const app = createApp(
    {
      core,
      words: createWords('en', englishMessages),
      origin: 'https://portal.example.com',
      env: { LANG: 'C.UTF-8' },
      platform: 'linux',
      size: () => ({ columns: 100, rows: 24 }),
      isReadonly: false,
      copy: () => undefined,
      openUrl: () => false,
      readFile: () => Promise.resolve(new Uint8Array()),
      async *readChunks() {},
      writeFile: (path) => path,
      keyFolder: openKeyFolder,
      keepOwn: () => Promise.resolve(),
      proveKey: () => Promise.resolve(undefined),
      signInAgain: () => Promise.resolve({ ok: true }),
      quit: () => undefined,
      restart: () => undefined,
      redraw: () => undefined,
      crashed: (reason) => {
        throw reason
      },
      ...ports,
    },
    { view: 'service-accounts', environmentId: 'e' },
    createView,
  )
  const clock = createTerminalSession(app, renewQuietly, () => startApp(app, undefined))
  const layers = createLayers(app, clock)
  const press = async (id: string) => {
    const binding = layers
      .all()
      .flatMap((layer) => layer.bindings())
      .find((one) => one.id === id)
    if (binding === undefined) throw new Error(`${id} is not bound here.`)
    app.run(binding)
    await app.work.settled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { app, core, clock, layers, press }
}
