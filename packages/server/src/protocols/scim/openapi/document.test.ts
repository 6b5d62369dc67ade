import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { methodsByAddress } from '../http/dispatch.ts'
import { commonAttributes, enterpriseSchema, groupSchema, userSchema } from '../schemas.ts'
import { startDirectory, type Directory } from '../testing/directory.ts'
import { deref, openApi, scimBase, type Json } from '../testing/open-api.ts'

const paths = Object.entries(openApi['paths'] as Record<string, Json>).flatMap(([path, operations]) =>
  path.startsWith(scimBase) ? [[path.slice(scimBase.length), operations] as const] : [],
)

let server: TestServer
let directory: Directory

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  directory = await startDirectory(server, 'acme')
})
afterAll(async () => {
  await server?.close()
})

describe('the addresses of the SCIM service in the OpenAPI document', () => {
  it('are those that requests are dispatched to, and the documents about the service', () => {
    const documents = ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/{id}', '/Schemas', '/Schemas/{id}']
    const wanted = { ...methodsByAddress(), ...Object.fromEntries(documents.map((address) => [address, ['GET']])) }
    const listed = paths.map(([address, operations]) => [
      address,
      Object.keys(operations).map((method) => method.toUpperCase()),
    ])
    expect(Object.fromEntries(listed)).toEqual(wanted)
  })

  it.each(paths)('"%s" answers 405 to all other methods', async (address, operations) => {
    const path = address.replace('{id}', address.startsWith('/ResourceTypes') ? 'User' : userSchema.id)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await directory.send(method, path, method === 'GET' ? undefined : {})
      expect([method, status !== 405]).toEqual([method, method.toLowerCase() in operations])
      if (status === 405)
        expect(headers.get('allow')?.toLowerCase().replace(', head', '').split(', ')).toEqual(Object.keys(operations))
    }
  })

  it('require the token of the provider', () => {
    const { securitySchemes } = openApi['components']
    expect(securitySchemes.scimToken).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const [, operations] of paths)
      for (const operation of Object.values(operations)) expect(operation.security).toEqual([{ scimToken: [] }])
  })

  it('contain no broken reference', () => {
    const refs = [...JSON.stringify(openApi).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')
    expect(refs.length).toBeGreaterThan(100)
    for (const ref of refs) expect(deref({ $ref: ref }), ref).toBeDefined()
  })
})

describe('the schemas', () => {
  const { schemas } = openApi['components']

  it('of responses have every attribute that is returned, and require those that always are', () => {
    const named = (attributes: readonly { readonly name: string }[]) => attributes.map(({ name }) => name)
    const ofUsers = named([...commonAttributes, ...userSchema.attributes])
    expect(Object.keys(schemas.ScimUser.properties)).toEqual([...ofUsers, enterpriseSchema.id])
    expect(Object.keys(schemas.ScimUser.properties[enterpriseSchema.id].properties)).toEqual(
      named(enterpriseSchema.attributes),
    )
    const ofGroups = named([...commonAttributes, ...groupSchema.attributes])
    expect(Object.keys(schemas.ScimGroup.properties)).toEqual(ofGroups)
    expect(schemas.ScimGroup.required).toEqual(['id', 'schemas'])
  })

  it('of requests omit read-only attributes and require what the server requires', () => {
    const { properties, required } = schemas.ScimUserRequest
    expect(required).toEqual(['userName'])
    for (const name of ['id', 'meta', 'groups', 'password']) expect(properties[name]).toBeUndefined()
    expect(properties[enterpriseSchema.id].properties.manager.properties.displayName).toBeUndefined()
    expect(schemas.ScimGroupRequest.required).toEqual(['displayName'])
  })
})
