import { writeOwn, type KeyPair } from './keys.ts'
import { withProviders, type ProvidersState } from './portal-providers.ts'
import { startPortal, type Portal } from './portal.ts'
import { openTerminal, type Ran, type RunOptions, type Terminal } from './terminal.ts'

/** A terminal signed in by its environment to a portal with identity providers. */
export type SignedIn = {
  readonly portal: Portal
  readonly providers: ProvidersState
  readonly terminal: Terminal
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>
  close(): Promise<void>
}

/** `pair`: the service account's key; generating one is slow. */
export async function openSignedIn(pair: KeyPair): Promise<SignedIn> {
  const portal = await startPortal(pair.publicPem)
  const terminal = openTerminal()
  writeOwn(terminal.folder, 'robot.pem', pair.privatePem)
  const env = { PORTICO_SERVER: portal.origin, PORTICO_SERVICE_ACCOUNT: 'robot-1', PORTICO_KEY_FILE: 'robot.pem' }
  return {
    portal,
    providers: withProviders(portal),
    terminal,
    run: (argv, options = {}) => terminal.run(argv, { ...options, env: { ...env, ...options.env } }),
    close: async () => {
      terminal.remove()
      await portal.close()
    },
  }
}

/** Adds an OpenID provider with these email domains. */
export function addProvider(
  { providers }: Pick<ProvidersState, 'providers'>,
  name: string,
  suffixes: readonly string[] = [],
): string {
  const id = `idp-${providers.size + 1}`
  const provider = {
    id,
    name,
    type: 'OIDC' as const,
    primary: providers.size === 0,
    pendingSwitch: false,
    enabled: true,
    config: { issuer: 'https://login.example.com', clientId: 'portico' },
    secrets: ['clientSecret'],
    certificates: [],
    prefixes: [],
    suffixes: [...suffixes],
    createdAt: '2026-11-21T09:00:00Z',
    updatedAt: '2026-11-21T09:00:00Z',
  }
  providers.set(id, { provider, version: 1 })
  return id
}
