import { describe, expect, it } from 'vitest'

import { expectedStatus, needsFreshSignIn, type GuardedRoute } from './authority/cells.ts'
import { openApi } from './openapi.ts'
import { routes } from './routes.ts'

type Operation = {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-callers': readonly string[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly responses: Readonly<Record<string, { readonly 'x-error-ids'?: readonly string[] }>>
}
const paths = openApi('https://portal.example')['paths'] as Record<string, Record<string, Operation>>
const operationOf = ({ endpoint }: (typeof routes)[number]) =>
  paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
const guarded = routes.filter((route): route is GuardedRoute => route.allow !== 'anyone')

describe('the OpenAPI document says of each call', () => {
  it.each(guarded.map((route) => [route.endpoint.name, route] as const))(
    'whether a token can make it: %s',
    (name, route) => {
      const status = expectedStatus({ route, actor: 'admin service account', ids: "acme's" })
      const takesToken = operationOf(route)?.security.some((one) => 'bearer' in one)
      expect(takesToken).toBe(status !== 403 || needsFreshSignIn.has(name))
    },
  )

  it('that it compares versions, wherever its handler reads If-Match', () => {
    const silent = routes.filter(
      (route) => /\bifMatch\b/.test(String(route.handle)) && operationOf(route)?.responses['412'] === undefined,
    )
    expect(silent.map(({ endpoint }) => endpoint.name)).toEqual([])
  })

  it('who may call it, and which headers a change takes', () => {
    const update = routes.find(({ endpoint }) => endpoint.name === 'updateServiceAccount')
    const create = routes.find(({ endpoint }) => endpoint.name === 'createServiceAccount')
    const headers = (route: typeof update) =>
      (route && operationOf(route)?.parameters)?.filter((one) => one.in === 'header').map(({ name }) => name)
    expect(headers(update)).toEqual(['If-Match'])
    expect(headers(create)).toEqual(['Idempotency-Key'])
    expect(update && operationOf(update)?.['x-callers'].join(' ')).toContain('Security Admin')
  })

  it('the error ids of its rules, of its sender and of its own', () => {
    const create = routes.find(({ endpoint }) => endpoint.name === 'createServiceAccount')
    const { responses } = (create && operationOf(create)) ?? { responses: {} }
    expect(responses['400']?.['x-error-ids']).toEqual(expect.arrayContaining(['KEY_TOO_LONG', 'KEY_TWICE']))
    expect(responses['403']?.['x-error-ids']).toEqual(['READ_ONLY', 'SECURITY_ADMIN_REQUIRED', 'SUPPORT_NEVER'])
    expect(responses['409']?.['x-error-ids']).toEqual(['NAME_TAKEN'])
  })
})
