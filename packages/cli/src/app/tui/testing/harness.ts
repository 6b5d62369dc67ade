import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'

import { createCore, webSha256, type HttpPort, type Language } from '@portico/core'

import type { CookieJar } from '../../../kit/http/cookies.ts'
import { createDispatcher } from '../../../kit/http/dispatcher.ts'
import { createHttpPort } from '../../../kit/http/http-port.ts'
import { runTerminal } from '../main.tsx'
import { englishPhrases } from '../../../kit/phrases/phrases.ts'
import { tokenRefusal } from '../../../machines/service-accounts/prove-key.ts'
import { allWords } from '../../../kit/words/all-words.ts'
import { memoryOfThisRun } from '../memory-of-this-run.ts'
import type { FirstEnvironment } from '../start-app.ts'

/** Options for the process under test, as JSON in its first argument. */
export type HarnessSettings = {
  readonly origin: string
  readonly token: string
  /** `Set-Cookie` values of a person's session, in place of the token. */
  readonly cookies?: readonly string[]
  /** Named for this run; empty: none. */
  readonly environment?: string
  /** Chosen earlier, e.g. by `portico env use`; the overview comes first. */
  readonly remembered?: string
  readonly isReadonly?: boolean
  readonly hasMouse?: boolean
  readonly theme?: string
  readonly language?: Language
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
  const { origin, cookies } = settings
  const who = cookies === undefined ? { bearer: () => token } : { jar: jarOf(cookies) }
  const http: HttpPort = createHttpPort({ origin, dispatcher, userAgent: 'test', ...who })
  const words = await allWords(settings.language ?? 'en')
  const core = createCore({
    randomId: () => randomUUID(),
    http,
    clock: { now: () => Date.now() },
    memory: memoryOfThisRun(),
    sha256: webSha256(globalThis.crypto),
    locale: words.locale,
    messages: words.messages,
    pagesHeld: 4,
  })
  running.exitCode = await runTerminal({
    core,
    words,
    origin: settings.origin,
    running,
    home: homedir(),
    environment: firstEnvironment(settings),
    isReadonly: settings.isReadonly,
    hasMouse: settings.hasMouse,
    theme: settings.theme,
    refreshMs: settings.refreshMs,
    keepOwn: () => Promise.resolve(),
    proveKey: (account, path) =>
      tokenRefusal(
        { server: origin, account, path },
        {
          connect: () => Promise.resolve(createHttpPort({ origin, dispatcher, userAgent: 'test' })),
          clock: { now: () => Date.now() },
          randomId: () => randomUUID(),
          phrases: englishPhrases,
        },
      ),
    signInAgain: () => {
      if (settings.nextTokenFile === undefined)
        return Promise.resolve({ ok: false, message: 'There is no other token.' })
      token = readFileSync(settings.nextTokenFile, 'utf8').trim()
      return Promise.resolve({ ok: true })
    },
  })
  await dispatcher.destroy()
}

function firstEnvironment({ environment, remembered }: HarnessSettings): FirstEnvironment | undefined {
  const wanted = remembered ?? environment ?? ''
  return wanted === '' ? undefined : { wanted, isNamed: remembered === undefined }
}

/** A session that the server renews by itself; it sets no other cookies. */
function jarOf(cookies: readonly string[]): CookieJar {
  const pairs = cookies.map((cookie) => cookie.split(';')[0] ?? '')
  return {
    header: () => pairs.join('; '),
    value: (_, name) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1),
    store: () => Promise.resolve(),
  }
}

void main(process).catch((reason: unknown) => {
  process.stderr.write(`${reason instanceof Error ? reason.stack : String(reason)}\n`)
  process.exitCode = 1
})
