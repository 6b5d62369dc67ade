import type { FoundAccount, ProvisioningObstacle } from '@portico/core/contract'

import { readable, ScimFailure } from './scim-service.ts'

type Json = Readonly<Record<string, unknown>>

/** The name belongs to something else in the application. `account`: what it is; null: not found there, or several have the name. */
export class NameTaken extends ScimFailure {
  override name = 'NameTaken'
  readonly obstacle: ProvisioningObstacle
  readonly account: FoundAccount | null

  constructor(obstacle: ProvisioningObstacle, account: FoundAccount | null = null) {
    super({ kind: 'taken', status: obstacle === 'hidden' ? 409 : null, detail: null })
    this.obstacle = obstacle
    this.account = account
  }
}

/** What is shown of a resource that has the name of a person or group, and what must still be so when it is taken over. */
export function accountOf(resource: Json, { id, name }: { readonly id: string; readonly name: string }): FoundAccount {
  const meta = resource['meta']
  const { created, lastModified } = (typeof meta === 'object' && meta !== null ? meta : {}) as Json
  const displayName = name === 'userName' ? textOf(resource['displayName']) : null
  return {
    id,
    name: textOf(resource[name]) ?? '',
    displayName,
    externalId: identifierOf(resource['externalId']),
    createdAt: timeOf(created),
    modifiedAt: timeOf(lastModified),
  }
}

/** null: none. An identifier that cannot be shown as it is stays different from every identifier that can. */
function identifierOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' && readable(value) === value ? value : readable(JSON.stringify(value))
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? readable(value) : ''
  return text === '' ? null : text
}

function timeOf(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const time = new Date(ms)
  return Number.isNaN(ms) || time.getUTCFullYear() > 9999 || time.getUTCFullYear() < 0 ? null : time.toISOString()
}
