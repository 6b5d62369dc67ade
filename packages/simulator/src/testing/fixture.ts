import type { LogEntry, OidcProviderConfig, SimulatorConfig } from '../index.ts'

export const redirectUri = 'http://127.0.0.1:9/callback'
export const clientSecret = 'a-client-secret-of-more-than-sixty-four-bytes-so-that-hs512-may-use-it-too'
export const ada = { username: 'ada@acme.example', password: 'correct horse', groups: ['Administrators', 'Sales'] }

export function acme(change: Partial<OidcProviderConfig> = {}): OidcProviderConfig {
  return {
    id: 'acme',
    kind: 'oidc',
    name: 'Acme <Works>',
    people: [
      {
        ...ada,
        name: 'Ada Byron',
        givenName: 'Ada',
        familyName: 'Byron',
        nickname: 'ada',
        email: 'ada@acme.example',
      },
      { username: 'bob@acme.example', password: 'battery staple', name: 'Bob', groups: [] },
    ],
    clients: [
      {
        clientId: 'portico',
        clientSecret,
        redirectUris: [redirectUri],
        postLogoutRedirectUris: ['http://127.0.0.1:9/signed-out'],
      },
    ],
    ...change,
  }
}

export function simulatorConfig(change: Partial<SimulatorConfig> = {}): SimulatorConfig {
  return { providers: [acme()], applications: [{ slug: 'crm', label: 'Customers & Orders' }], ...change }
}

export function keepLog() {
  const entries: LogEntry[] = []
  return { entries, log: (entry: LogEntry) => void entries.push(entry) }
}
