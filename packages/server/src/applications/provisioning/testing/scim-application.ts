import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import express, { type Request } from 'express'
import SCIMMY from 'scimmy'
import SCIMMYRouters from 'scimmy-routers'

export type StoredResource = Record<string, unknown> & { id: string }

export type SeenRequest = { readonly method: string; readonly path: string; readonly body: unknown }

/** What the application does with a request instead of serving it. `lost`: it serves it, and the answer does not arrive. */
export type Interference =
  | { readonly status: number; readonly retryAfter?: string; readonly detail?: string; readonly body?: string }
  | 'hang'
  | 'lost'
  | undefined

/** An application on 127.0.0.1 whose SCIM service is SCIMMY's, which is not ours. */
export type ScimApplication = {
  readonly url: string
  readonly token: string
  readonly users: Map<string, StoredResource>
  readonly groups: Map<string, StoredResource>
  readonly seen: SeenRequest[]
  /** Whether it answers 409 to a name that is in use. */
  refusesDuplicates: boolean
  /** Asked for each request. */
  interfere: (request: SeenRequest) => Interference
  close(): Promise<void>
}

type Context = { readonly application: ScimApplication }
type Handled = Record<string, unknown> & { id?: string; filter?: { match(all: StoredResource[]): StoredResource[] } }

let isDeclared = false

/** SCIMMY knows one set of handlers per process; the application comes with the request. */
function declareResources(): void {
  if (isDeclared) return
  isDeclared = true
  for (const [Type, kind, name] of [
    [SCIMMY.Resources.User, 'users', 'userName'],
    [SCIMMY.Resources.Group, 'groups', 'displayName'],
  ] as const)
    SCIMMY.Resources.declare(
      Type as never,
      {
        ingress(resource: Handled, data: Record<string, unknown>, { application }: Context) {
          const all = application[kind]
          const id = resource.id ?? randomUUID()
          if (resource.id !== undefined && !all.has(id)) throw new SCIMMY.Types.Error(404, null as never, 'not here')
          const key = String(data[name]).toLowerCase()
          for (const other of application.refusesDuplicates ? all.values() : [])
            if (other.id !== id && String(other[name]).toLowerCase() === key)
              throw new SCIMMY.Types.Error(409, 'uniqueness', `${name} is in use`)
          const stored = { ...(JSON.parse(JSON.stringify(data)) as Record<string, unknown>), id }
          if ('members' in stored) stored['members'] = onceEach(stored['members'] as { value: string }[])
          all.set(id, stored)
          return stored
        },
        egress(resource: Handled, { application }: Context) {
          const all = application[kind]
          if (resource.id === undefined) return resource.filter?.match([...all.values()]) ?? [...all.values()]
          const found = all.get(resource.id)
          if (found === undefined) throw new SCIMMY.Types.Error(404, null as never, 'not here')
          return found
        },
        degress(resource: Handled, { application }: Context) {
          if (!application[kind].delete(resource.id ?? '')) throw new SCIMMY.Types.Error(404, null as never, 'not here')
        },
      } as never,
    )
}

/** SCIMMY keeps a member that is added again twice; an application ignores it (RFC 7644 section 3.5.2.1). */
const onceEach = (members: readonly { value: string }[]) => [
  ...new Map(members.map((one) => [one.value, one])).values(),
]

export async function startScimApplication(): Promise<ScimApplication> {
  declareResources()
  const app = express()
  const token = `application-${Math.random().toString(36).slice(2)}`
  const application: ScimApplication = {
    url: '',
    token,
    users: new Map(),
    groups: new Map(),
    seen: [],
    refusesDuplicates: true,
    interfere: () => undefined,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  app.use('/scim', express.json({ type: ['application/scim+json', 'application/json'], limit: '20mb' }))
  app.use('/scim', (request, response, next) => {
    const seen = { method: request.method, path: decodeURIComponent(request.url), body: request.body as unknown }
    application.seen.push(seen)
    const interference = application.interfere(seen)
    if (interference === undefined) return next()
    if (interference === 'hang') return
    if (interference === 'lost') {
      response.end = () => response.destroy() as never
      response.send = () => response.destroy() as never
      return next()
    }
    const { status, retryAfter, detail, body = JSON.stringify({ status: String(status), detail }) } = interference
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    response.status(status).type('application/scim+json').send(body)
  })
  app.use(
    '/scim',
    new SCIMMYRouters({
      type: 'bearer',
      handler(request: Request) {
        if (request.header('authorization') !== `Bearer ${token}`) throw new Error('no token')
        return 'portico'
      },
      context: (): Context => ({ application }),
    }) as never,
  )
  const server: Server = app.listen(0, '127.0.0.1')
  await new Promise<void>((listening) => server.once('listening', listening))
  return Object.assign(application, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scim` })
}
