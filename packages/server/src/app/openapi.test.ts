import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

import { failuresOfAny } from '../kit/http/openapi/failures.ts'
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

  it('the error ids of its rules, its sender and its handler', () => {
    const create = routes.find(({ endpoint }) => endpoint.name === 'createServiceAccount')
    const responses = create && operationOf(create)?.responses
    expect(responses?.['400']?.['x-error-ids']).toEqual(expect.arrayContaining(['KEY_TOO_LONG', 'KEY_TWICE']))
    expect(responses?.['403']?.['x-error-ids']).toEqual(['READ_ONLY', 'SECURITY_ADMIN_REQUIRED', 'SUPPORT_NEVER'])
    expect(responses?.['409']?.['x-error-ids']).toEqual(['NAME_TAKEN'])
  })
})

describe('the error ids of the routes', () => {
  const root = resolve(import.meta.dirname, '..')
  const listed = new Set(routes.flatMap(({ failures }) => Object.values(failures).flat() as readonly string[]))

  it.each(['access', 'applications', 'machines', 'people', 'providers', 'tenant'])(
    'have every id that a file of %s throws as a conflict or a failure',
    (area) => {
      const files = readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /(?<!\.test)\.ts$/.test(name),
      )
      const thrown = files.flatMap((name) =>
        [
          ...readFileSync(join(root, area, name), 'utf8').matchAll(/(?:conflict\(|new Failure\(4\d\d, )'([A-Z_]+)'/g),
        ].map(([, id = '']) => id),
      )
      const ofAny: readonly string[] = Object.values(failuresOfAny).flat()
      expect(thrown.length).toBeGreaterThan(0)
      expect(thrown.filter((id) => !listed.has(id) && !ofAny.includes(id) && id !== 'SUPPORT_REQUIRED')).toEqual([])
    },
  )
})
