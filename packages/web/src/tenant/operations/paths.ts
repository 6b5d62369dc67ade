import { screenPath } from '@portico/core'

export function operationsPath(): string {
  return screenPath('operations')
}

export function operatedTenantPath(slug: string): string {
  return screenPath('operatedTenant', { slug })
}
