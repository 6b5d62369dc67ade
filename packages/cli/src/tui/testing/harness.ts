import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'

import { createCore, englishMessages, webSha256, type HttpPort } from '@portico/core'

import { createDispatcher } from '../../http/dispatcher.ts'
import { createHttpPort } from '../../http/http-port.ts'
import { runTerminal } from '../main.tsx'

/** Options for the process under test, as JSON in its first argument. */
export type HarnessSettings = {
  readonly origin: string
  readonly token: string
  /** Empty: shows the list of environments. */
  readonly environment?: string
  readonly isReadonly?: boolean
  readonly hasMouse?: boolean
  readonly theme?: string
  readonly refreshMs?: number
  /** File with the token for a new sign-in. */
  readonly nextTokenFile?: string
}

/** The terminal UI in a separate process, over the real HTTP port. */
async function main(running: NodeJS.Process): Promise<void> {
  const settings = JSON.parse(running.argv[2] ?? '{}') as HarnessSettings
  let token = settings.token
  // Tests see what a bug does to the terminal.
  running.on('SIGUSR2', () => {
    throw new Error('crash on request')
  })
  const dispatcher = await createDispatcher(settings.origin, running.env)
  const http: HttpPort = createHttpPort({ origin: settings.origin, dispatcher, userAgent: 'test', bearer: () => token })
  const core = createCore({
    randomId: () => randomUUID(),
    http,
    clock: { now: () => Date.now() },
    memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
    sha256: webSha256(globalThis.crypto),
    messages: englishMessages,
    pagesHeld: 4,
  })
  running.exitCode = await runTerminal({
    core,
    origin: settings.origin,
    running,
    home: homedir(),
    environment: settings.environment || undefined,
    isReadonly: settings.isReadonly,
    hasMouse: settings.hasMouse,
    theme: settings.theme,
    refreshMs: settings.refreshMs,
    signInAgain: () => {
      if (settings.nextTokenFile === undefined)
        return Promise.resolve({ ok: false, message: 'There is no other token.' })
      token = readFileSync(settings.nextTokenFile, 'utf8').trim()
      return Promise.resolve({ ok: true })
    },
  })
  await dispatcher.destroy()
}

void main(process).catch((reason: unknown) => {
  process.stderr.write(`${reason instanceof Error ? reason.stack : String(reason)}\n`)
  process.exitCode = 1
})
