import { createScimToken, type NewScimToken } from '@portico/core'

import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { signedIn, smallTenant, testBaseUrl, type Browser, type TestServer } from '../../../testing/test-server.ts'

/** An answer, read. */
export type Answered = {
  readonly status: number
  readonly headers: Headers
  readonly body: { readonly [name: string]: any } // eslint-disable-line typescript/no-explicit-any
}

export type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>
  /** null: none is sent. */
  readonly token?: string | null
  readonly providerId?: string
}

/** A directory with a token of one identity provider of a tenant. */
export type Directory = {
  readonly tenant: ImportedTenant
  readonly admin: Browser
  readonly providerId: string
  readonly token: string
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Answered>
  /** Each has its own name unless one is given. */
  newToken(body?: Partial<NewScimToken>): Promise<string>
}

/** A new tenant with an administrator, and a SCIM token of its provider. */
export async function startDirectory(
  server: TestServer,
  slug: string,
  file: unknown = smallTenant(slug),
): Promise<Directory> {
  const tenant = await server.importTenant(file)
  const providerId = [...tenant.identityProviderIds.values()][0] ?? ''
  const admin = await signedIn(server, tenant, { username: `ada@${slug}.example`, groups: ['admins'] })
  let made = 0
  const newToken = async (body: Partial<NewScimToken> = {}) => {
    const named = { name: `Directory ${(made += 1)}`, ...body }
    const answer = await admin.core.client.call(createScimToken, { params: { id: providerId }, body: named })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.token
  }
  const token = await newToken()
  return {
    tenant,
    admin,
    providerId,
    token,
    newToken,
    async send(method, path, body, { headers = {}, token: other = token, providerId: place = providerId } = {}) {
      const init: RequestInit = {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
          ...(other === null ? {} : { authorization: `Bearer ${other}` }),
          ...headers,
        },
      }
      if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await server.fetch(new Request(`${testBaseUrl}/scim/v2/${place}${path}`, init))
      const text = await response.text()
      const read = text === '' ? {} : (JSON.parse(text) as Answered['body'])
      return { status: response.status, headers: response.headers, body: read }
    },
  }
}

export const patchOf = (...Operations: readonly unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
