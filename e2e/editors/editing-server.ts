import { join } from 'node:path'

import type { Browser } from 'playwright-core'

import { openAdminApi, type AdminApi } from '../support/admin-api.ts'
import { launchBrowser } from '../support/browser.ts'
import type { Installation } from '../support/installation.ts'
import { startRecordingProxy, type Recorded, type RecordingProxy } from '../support/recording-proxy.ts'
import { readAutomation, readPeople, startDemo, type Person } from '../support/server-process.ts'
import { openShell, type Shell } from '../support/shell.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openVisitor, type Visitor } from '../support/visitor.ts'
import { signedInContext } from './in-the-browser.ts'
import { allowCode, signInByCode } from './in-the-terminal.ts'

/** A server behind a proxy that counts and holds requests, and one person signed in with a browser and a shell. */
export type EditingServer = {
  readonly url: string
  readonly proxy: RecordingProxy
  readonly browser: Browser
  readonly person: Person
  /** Another administrator. */
  readonly api: AdminApi
  readonly visitor: Visitor
  readonly shell: Shell
  /** Allows a sign-in of the shell with its code, in a browser that stays signed in. */
  readonly allowSignIn: (code: string) => Promise<void>
  stop(): Promise<void>
}

export async function startEditingServer(installation: Installation): Promise<EditingServer> {
  const folder = temporaryFolder()
  const [proxy, browser] = await Promise.all([startRecordingProxy(), launchBrowser()])
  const env = { PORTICO_BASE_URL: proxy.url }
  const demo = await startDemo(installation, { dataDir: join(folder.path, 'data'), env })
  proxy.forwardTo(demo.url)
  const { url } = proxy
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (person === undefined) throw new Error('The demo has no person ada.')
  const shell = openShell(installation, join(folder.path, 'home'))
  const [visitor, approver] = await Promise.all([openVisitor(browser), openVisitor(browser)])
  await Promise.all([visitor, approver].map(({ context }) => signedInContext(context, url, person)))
  await signInByCode({ installation, shell, url }, approver.page)
  return {
    url,
    proxy,
    browser,
    person,
    api: await openAdminApi({ ...readAutomation(demo.dataDir), server: url }),
    visitor,
    shell,
    allowSignIn: (code) => allowCode(approver.page, url, code),
    async stop() {
      await browser.close()
      await demo.stop()
      await proxy.stop()
      folder.remove()
    },
  }
}

export type Held = {
  /** Settled when the first of these requests arrived. */
  readonly arrived: Promise<void>
  release(): void
}

/** Holds the next requests of this kind back until they are released. */
export function holdRequests(proxy: RecordingProxy, isHeld: (request: Recorded) => boolean): Held {
  let [arrive, release] = [() => {}, () => {}]
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  proxy.before = async (request) => {
    if (!isHeld(request)) return
    arrive()
    await released
  }
  return {
    arrived,
    release() {
      proxy.before = () => Promise.resolve()
      release()
    },
  }
}

/** Ends a session on the server, as signing out elsewhere does; the client keeps sending these cookies. */
export async function endSession(url: string, cookies: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(`${url}/api/login/signout`, {
    method: 'POST',
    headers: {
      cookie: Object.entries(cookies)
        .map((pair) => pair.join('='))
        .join('; '),
      origin: url,
    },
    body: new URLSearchParams({ 'X-CSRFToken': cookies['csrf'] ?? '' }),
    redirect: 'manual',
  })
  if (response.status >= 400) throw new Error(`Signing out answered ${response.status}: ${await response.text()}`)
}
