import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'
import { builtHarness } from './build-harness.ts'
import type { HarnessSettings } from './harness.ts'
import { openPty, type Pty, type PtyOptions } from './pty.ts'

export type TerminalUnderTest = {
  readonly folder: string
  /** The tenant of the test. */
  readonly at: SignedInTerminal
  /**
   * A new tenant without providers, whose environment Production has accounts of these names. It is of type TEST unless
   * `type` says otherwise, so that it is not locked. `more`: what else differs in the tenant's file.
   */
  renew(o?: {
    readonly type?: 'PROD'
    readonly names?: readonly string[]
    readonly more?: Record<string, unknown>
  }): Promise<void>
  /** The command that runs the terminal UI against the portal. */
  command(settings?: Partial<HarnessSettings>): { readonly file: string; readonly args: readonly string[] }
  open(options?: Partial<PtyOptions> & { readonly settings?: Partial<HarnessSettings> }): Pty
  close(): Promise<void>
}

/** The bundled terminal UI, the real server, and a pseudo terminal for each test. `publicPem`: the key of accounts. */
export async function openTerminalUnderTest(
  publicPem: string,
  change: Parameters<typeof openPortalServer>[0] = {},
): Promise<TerminalUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tui-'))
  const script = await builtHarness()
  const robot = keyPair(0)
  const server = await openPortalServer(change)
  let at: SignedInTerminal | undefined
  let token = ''
  const opened: Pty[] = []
  const under: TerminalUnderTest = {
    folder,
    get at() {
      if (at === undefined) throw new Error('There is no tenant yet.')
      return at
    },
    async renew({ type, names = [], more = {} } = {}) {
      await at?.close()
      const environments = ['Production', 'Operations'].map((name) => ({
        slug: name.toLowerCase(),
        name,
        type: name === 'Production' ? (type ?? 'TEST') : 'TEST',
      }))
      const file = { environments, identityProviders: [], firstAdminGroup: undefined, ...more }
      at = await server.open(robot, file)
      token = await at.token()
      await at.tenant.addAccounts(names, { environmentId: at.environmentId, key1: publicPem.trim() })
    },
    command(settings = {}) {
      const all: HarnessSettings = { origin: server.origin, token, environment: 'Production', ...settings }
      return { file: process.execPath, args: [script, JSON.stringify(all)] }
    },
    open({ settings, ...options } = {}) {
      const pty = openPty({ ...under.command(settings), ...options })
      opened.push(pty)
      return pty
    },
    async close() {
      for (const pty of opened) pty.kill('SIGKILL')
      await at?.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return under
}
