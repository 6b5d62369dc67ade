import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { openAdminApi, type AdminApi } from './admin-api.ts'
import { launchBrowser } from './browser.ts'
import { builtInstallation } from './installation.ts'
import { readAutomation, readPeople, startDemo, type ServerOptions, type ServerProcess } from './server-process.ts'
import { enterPortal } from './sign-in.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

export type PortalDemo = {
  /** A folder for files of the scenarios, removed at the end. */
  readonly folder: string
  readonly server: ServerProcess
  readonly url: string
  /** The API, as the demo's service account with the portal's admin role sees it. */
  api(): Promise<AdminApi>
  /** A person with a fresh browser profile, not signed in. The one before is closed. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** The same, signed in, in an environment, at the launcher; see `enterPortal`. */
  enter(options?: EnterOptions): Promise<Visitor>
}

export type EnterOptions = VisitorOptions & {
  /** Before the @ of a username of the demo; ada, who administers its tenant, if absent. */
  readonly person?: string
  /** Production if absent. */
  readonly environment?: string
}

/**
 * What scenarios in a browser begin with: the built product with its demo, and Chromium. Called once at the top of a file,
 * it starts both before the tests, closes the visitor after each, and stops all at the end.
 */
export function portalDemo(options: Omit<ServerOptions, 'dataDir'> = {}): PortalDemo {
  const folder = temporaryFolder()
  let browser: Browser | undefined
  let server: ServerProcess | undefined
  let visitor: Visitor | undefined

  beforeAll(async () => {
    browser = await launchBrowser()
    server = await startDemo(builtInstallation(), { ...options, dataDir: join(folder.path, 'data') })
  })
  afterEach(close)
  afterAll(async () => {
    await close()
    await browser?.close()
    await server?.stop()
    folder.remove()
  })

  async function close(): Promise<void> {
    const last = visitor
    visitor = undefined
    await last?.close()
  }

  async function visit(visitorOptions: VisitorOptions = {}): Promise<Visitor> {
    await close()
    visitor = await openVisitor(started(browser), visitorOptions)
    return visitor
  }

  return {
    folder: folder.path,
    get server() {
      return started(server)
    },
    get url() {
      return started(server).url
    },
    api: () => openAdminApi(readAutomation(started(server).dataDir)),
    visit,
    async enter({ person = 'ada', environment = 'Production', ...visitorOptions } = {}) {
      const entered = await visit(visitorOptions)
      const { url, dataDir } = started(server)
      const found = readPeople(dataDir).find(({ username }) => username.startsWith(`${person}@`))
      if (found === undefined) throw new Error(`The demo has no person ${person}.`)
      await enterPortal(entered.page, url, found, environment)
      return entered
    },
  }
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('The demo is started before the tests, not while the file is read.')
  return thing
}
