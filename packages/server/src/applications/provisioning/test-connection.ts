import type { ProvisioningFailure } from '@portico/core/contract'

import { isList } from './resources.ts'
import { ScimFailure, type ScimAnswer, type ScimService } from './scim-service.ts'

const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'

/**
 * Asks a SCIM service for one person, which checks the address, the token and the shape of the response, and changes nothing. Where that
 * does not show whether this is a SCIM service at all, its configuration does (RFC 7644 section 4). The configuration by itself
 * proves nothing: services may show it without a token. null: the service answers as it should.
 */
export async function testConnection(service: ScimService): Promise<ProvisioningFailure | null> {
  const people = await asked(service, '/Users?count=1')
  if (!(people instanceof ScimFailure)) {
    const { status, body } = people
    return isList(body) ? null : { kind: 'answer', status, detail: null }
  }
  const { failure, reach } = people
  if (reach !== 'object' || failure.status !== 404) return failure
  const config = await asked(service, '/ServiceProviderConfig')
  return !(config instanceof ScimFailure) && isConfig(config) ? failure : { ...failure, kind: 'address' }
}

async function asked(service: ScimService, path: string): Promise<ScimAnswer | ScimFailure> {
  try {
    return await service.call('GET', path)
  } catch (error) {
    if (error instanceof ScimFailure) return error
    throw error
  }
}

function isConfig({ body }: ScimAnswer): boolean {
  const schemas = body?.['schemas']
  return Array.isArray(schemas) && schemas.includes(configSchema)
}
