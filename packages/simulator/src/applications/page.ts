import type { ApplicationClient } from '../config/checked.ts'
import { html, type Html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import type { ApplicationSession } from './sessions.ts'

type Shown = {
  readonly label: string
  /** The path of the application. */
  readonly path: string
  /** What the launch URL named. */
  readonly environment: string | undefined
  readonly type: string | undefined
  readonly session: ApplicationSession | undefined
  readonly clients: readonly ApplicationClient[]
}

/** A demo application: its environment, and who has signed in to it. */
export function applicationPage({ label, path, environment, type, session, clients }: Shown): string {
  const place = session?.client.place ?? environment
  return page({
    title: place === undefined ? label : `${label} | ${place}`,
    body: html`
      <p class="quiet">Demo application</p>
      <h1>${label}</h1>
      ${facts([
        ['Environment', place ?? 'none named'],
        ['Type', type],
        ...(session === undefined ? [] : factsOf(session)),
      ])}
      ${session === undefined ? signedOut(path, clients) : signedIn(path)}
    `,
  })
}

function factsOf({ claims, client }: ApplicationSession): [string, string | undefined][] {
  const { name, preferred_username: username, sub, tenant, environment, roles, tenant_roles: tenantRoles } = claims
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const since = typeof claims.auth_time === 'number' ? claims.auth_time : claims.iat
  return [
    ['Signed in as', text(name) ?? text(username) ?? sub],
    ['User name', text(username)],
    ['Subject', sub],
    ['Roles here', Array.isArray(roles) ? listed(roles) : undefined],
    ['Tenant roles', Array.isArray(tenantRoles) && tenantRoles.length > 0 ? listed(tenantRoles) : undefined],
    ['Tenant id', text(tenant)],
    ['Environment id', text(environment)],
    ['Session since', new Date(since * 1000).toISOString()],
    ['Signed in by', client.issuer],
  ]
}

function listed(names: unknown[]): string {
  return names.length === 0 ? 'none' : names.map(String).join(', ')
}

function facts(pairs: readonly (readonly [string, string | undefined])[]): Html {
  const rows = pairs.flatMap(([term, value]) =>
    value === undefined
      ? []
      : [
          html`<dt>${term}</dt>
            <dd>${value}</dd>`,
        ],
  )
  return html`<dl>${rows}</dl>`
}

function signedIn(path: string): Html {
  return html`<form method="post" action="${path}/logout">
    <div class="actions"><button type="submit">Log out</button></div>
  </form>`
}

function signedOut(path: string, clients: readonly ApplicationClient[]): Html {
  if (clients.length === 0)
    return html`<p class="quiet">
      This application is not registered for single sign-on: it does not know who you are.
    </p>`
  return html`
    <p>You are not signed in here.</p>
    <ul>
      ${clients.map(({ at, place }) => html`<li><a href="${path}/login?at=${at}">Sign in: ${place}</a></li>`)}
    </ul>
  `
}
