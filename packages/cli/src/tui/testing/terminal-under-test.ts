import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { withProviders, type ProvidersState } from '../../testing/portal-providers.ts'
import { startPortal, type Portal } from '../../testing/portal.ts'
import { builtHarness } from './build-harness.ts'
import type { HarnessSettings } from './harness.ts'
import { openPty, type Pty, type PtyOptions } from './pty.ts'

export type TerminalUnderTest = {
  readonly folder: string
  readonly portal: Portal
  readonly providers: ProvidersState
  /** The command that runs the terminal UI against the portal. */
  command(settings?: Partial<HarnessSettings>): { readonly file: string; readonly args: readonly string[] }
  open(options?: Partial<PtyOptions> & { readonly settings?: Partial<HarnessSettings> }): Pty
  /** Puts accounts of these names into the portal, and nothing else. */
  seed(names: readonly string[]): void
  close(): Promise<void>
}

const token = 'token-of-the-test'

/** The bundled terminal UI, a portal over HTTP, and a pseudo terminal for each test. */
export async function openTerminalUnderTest(publicPem: string): Promise<TerminalUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tui-'))
  const script = await builtHarness()
  const portal = await startPortal(publicPem)
  const providers = withProviders(portal)
  const opened: Pty[] = []
  const under: TerminalUnderTest = {
    folder,
    portal,
    providers,
    command(settings = {}) {
      const all: HarnessSettings = { origin: portal.origin, token, environment: 'Production', ...settings }
      return { file: process.execPath, args: [script, JSON.stringify(all)] }
    },
    open({ settings, ...options } = {}) {
      portal.state.tokens.add(token)
      const pty = openPty({ ...under.command(settings), ...options })
      opened.push(pty)
      return pty
    },
    seed(names) {
      portal.state.accounts.clear()
      for (const [at, name] of names.entries()) {
        const id = `sa-${at + 1}`
        const account = {
          id,
          name,
          urn: `urn:portico:acme:service-account:${id}`,
          key1: publicPem.trim(),
          key1Algorithm: 'RSA',
          createdAt: '2026-11-21T09:00:00Z',
          updatedAt: '2026-11-21T09:00:00Z',
        }
        portal.state.accounts.set(id, { account, version: 1, dependencies: [] })
      }
    },
    async close() {
      for (const pty of opened) pty.kill('SIGKILL')
      await portal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return under
}
